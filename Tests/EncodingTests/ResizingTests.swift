import LibAV
import MediaUnits
import Testing

@testable import Encoding

/// The scaling of frames whose colors stay.
@Suite struct ResizingTests {
    /// 2:1, 3:2, 5:3 and 1:2.
    private static let sizes = [(64, 32), (60, 40), (60, 36), (40, 80)].map {
        (from: Resolution(width: $0, height: $0 / 2), to: Resolution(width: $1, height: $1 / 2))
    }

    @Test func onlyZimgResizesEvenSizes() {
        let (from, to) = (Resolution(width: 64, height: 32), Resolution(width: 32, height: 16))
        let swscale = "scale=32:16:flags=bicubic+accurate_rnd"
        #expect(VideoFilters.resizing(from: from, to: to, hasZimg: false) == swscale)
        #expect(VideoFilters.resizing(from: from, to: to, hasZimg: true).contains("zscale=32:16:"))
        for odd in [Resolution(width: 63, height: 32), Resolution(width: 64, height: 31)] {
            #expect(VideoFilters.resizing(from: odd, to: to, hasZimg: true) == swscale)
        }
    }

    /// Both have the same coefficients, with another rounding, and repeat other samples beyond the edges.
    @Test(.enabled(if: EngineInfo.hasZimg), arguments: sizes)
    func lumaIsThatOfSwscale(from: Resolution, to: Resolution) throws {
        let pixels = Self.pixels(from) { x, y in (x &* 7919 ^ y &* 104_729) >> 2 & 127 + x / 4 }
        let found = try Self.resized(pixels, from, to, hasZimg: true)
        let expected = try Self.resized(pixels, from, to, hasZimg: false)
        for row in 4..<to.height - 4 {
            let inner = (row * to.width + 4)..<((row + 1) * to.width - 4)
            let differences = inner.map { abs(Int(found[$0]) - Int(expected[$0])) }
            #expect(differences.max() ?? .max <= 1, "row \(row)")
        }
    }

    /// Luma and chroma of a ramp are equal at the same place: chroma is beside the first of two columns, as H.264 has it.
    ///
    /// swscale's chroma is beside the middle of both, which this detects.
    @Test(.enabled(if: EngineInfo.hasZimg), arguments: sizes)
    func chromaStaysInPlace(from: Resolution, to: Resolution) throws {
        #expect(try abs(Self.chromaOffset(from, to, hasZimg: true)) < 0.25)
        #expect(try abs(Self.chromaOffset(from, to, hasZimg: false)) > 0.4)
    }

    /// Returns the mean difference of chroma and luma at the same place, for a ramp of both.
    private static func chromaOffset(
        _ from: Resolution, _ to: Resolution, hasZimg: Bool
    ) throws -> Double {
        let step = 200 / from.width
        let pixels = pixels(from) { x, _ in 20 + x * step }
        let resized = try resized(pixels, from, to, hasZimg: hasZimg)
        let chroma = to.pixelCount + to.height / 4 * to.width / 2
        let luma = to.height / 2 * to.width
        // Samples beyond the edges bend the ramp there.
        let differences = (4..<to.width / 2 - 4).map {
            Double(resized[chroma + $0]) - Double(resized[luma + 2 * $0])
        }
        return differences.reduce(0, +) / Double(differences.count)
    }

    @Test(.enabled(if: EngineInfo.hasZimg))
    func flagOfInterlacedFramesChangesNothing() throws {
        let (from, to) = Self.sizes[0]
        let pixels = Self.pixels(from) { x, y in (3 * x + 5 * y) % 200 + 20 }
        let flagged = try Self.resized(pixels, from, to, hasZimg: true, first: "setfield=tff,")
        #expect(try Self.resized(pixels, from, to, hasZimg: true) == flagged)
    }

    /// Returns the planes of a frame, from the value at each place of luma.
    private static func pixels(_ size: Resolution, _ value: (Int, Int) -> Int) -> [UInt8] {
        func plane(step: Int) -> [UInt8] {
            stride(from: 0, to: size.height, by: step).flatMap { y in
                stride(from: 0, to: size.width, by: step).map { x in UInt8(value(x, y)) }
            }
        }
        return plane(step: 1) + plane(step: 2) + plane(step: 2)
    }

    private static func resized(
        _ pixels: [UInt8], _ from: Resolution, _ to: Resolution, hasZimg: Bool, first: String = ""
    ) throws -> [UInt8] {
        let frame = try Frame(pixels: pixels[...], size: from, format: "yuv420p")
        frame.presentationTime = 0
        let resizing = VideoFilters.resizing(from: from, to: to, hasZimg: hasZimg)
        let graph = try FilterGraph(
            "[in]\(first)\(resizing),format=yuv420p[out0]", for: frame, isVideo: true,
            timeBase: Rational(1, 25), outputs: 1)
        try graph.push(frame)
        let result = try Frame()
        #expect(try graph.pull(into: result))
        return try result.copyPixels()
    }
}
