import LibAV
import MediaTestSupport
import MediaUnits
import Testing

@testable import Encoding
@testable import MediaModel

/// Full-range, BT.601 and untagged frames are converted, not only retagged.
@Suite struct VideoFiltersTests {
    private static let small = Resolution(width: 64, height: 48)
    /// A size as wide as HD, which decides the matrix of untagged frames.
    private static let large = Resolution(width: 1280, height: 16)

    /// Saturated, pale, gray and dark colors as red, green, blue (0...1).
    static let colors: [[Double]] = [
        [0.8, 0.1, 0.1], [0.1, 0.7, 0.2], [0.15, 0.2, 0.9], [0.5, 0.5, 0.5], [0.9, 0.8, 0.6],
        [0.05, 0.05, 0.08], [1, 1, 1], [0, 0, 0],
    ]

    struct Source: CustomTestStringConvertible, Sendable {
        let name: String
        let size: Resolution
        let format: String
        let matrix: String?
        let isFullRange: Bool
        /// The matrix that its samples really have.
        let meaning: ColorMatrix
        var testDescription: String { name }
    }

    static let sources = [
        Source(
            name: "BT.709 as wanted", size: small, format: "yuv420p", matrix: "bt709",
            isFullRange: false, meaning: .bt709),
        Source(
            name: "BT.601", size: small, format: "yuv420p", matrix: "smpte170m",
            isFullRange: false, meaning: .bt601),
        Source(
            name: "BT.601 of PAL", size: small, format: "yuv420p", matrix: "bt470bg",
            isFullRange: false, meaning: .bt601),
        Source(
            name: "untagged and small is BT.601", size: small, format: "yuv420p", matrix: nil,
            isFullRange: false, meaning: .bt601),
        Source(
            name: "untagged and large is BT.709", size: large, format: "yuv420p", matrix: nil,
            isFullRange: false, meaning: .bt709),
        Source(
            name: "full range BT.709", size: small, format: "yuv420p", matrix: "bt709",
            isFullRange: true, meaning: .bt709),
        Source(
            name: "full range BT.601, a JPEG's", size: small, format: "yuvj420p",
            matrix: "bt470bg", isFullRange: true, meaning: .bt601),
        Source(
            name: "large and BT.601 all the same", size: large, format: "yuv420p",
            matrix: "smpte170m", isFullRange: false, meaning: .bt601),
    ]

    @Test(arguments: sources) func colorsArePreserved(_ source: Source) throws {
        let description = try TestFrame.description(
            source.format, matrix: source.matrix, isFullRange: source.isFullRange)
        for color in Self.colors {
            let coded = source.meaning.coded(color, isFullRange: source.isFullRange)
            let expected = source.meaning.decoded(coded, isFullRange: source.isFullRange)
            let wanted = ColorMatrix.bt709.coded(expected, isFullRange: false)
            let frame = try TestFrame.presented(
                TestFrame.flat(coded, source.size), source.size, TestFrame.source(),
                to: source.size, as: description)
            let distance = Self.distance(frame, wanted, source.size)
            #expect(distance <= 2, "\(color)")
        }
    }

    /// BGRA, as screen recorders write it.
    @Test func colorsOfRGBArePreserved() throws {
        let description = try TestFrame.description(
            "bgr0", matrix: nil, isFullRange: true, isRGB: true)
        for color in Self.colors {
            let bytes = color.map { UInt8(($0 * 255).rounded()) }
            let pixels: [UInt8] = (0..<Self.small.pixelCount).flatMap { _ in
                [bytes[2], bytes[1], bytes[0], 0]
            }
            let frame = try TestFrame.presented(
                pixels, Self.small, TestFrame.source(), to: Self.small, as: description)
            let wanted = ColorMatrix.bt709.coded(color, isFullRange: false)
            let distance = Self.distance(frame, wanted, Self.small)
            #expect(distance <= 2, "\(color)")
        }
    }

    /// Transparent pixels become black: the result is color times opacity.
    @Test(arguments: [0, 0.25, 0.5, 1.0], [small, large])
    func transparencyIsBlendedWithBlack(opacity: Double, size: Resolution) throws {
        let tagged: (String?, ColorMatrix) = ("bt709", .bt709)
        for (matrix, meaning) in [tagged, (nil, .guess(size))] {
            let description = try TestFrame.description(
                "yuva420p", matrix: matrix, hasAlpha: true)
            for color in Self.colors {
                let coded = meaning.coded(color, isFullRange: false)
                let alpha = [UInt8](
                    repeating: UInt8((opacity * 255).rounded()), count: size.pixelCount)
                let frame = try TestFrame.presented(
                    TestFrame.flat(coded, size) + alpha, size, TestFrame.source(), to: size,
                    as: description)
                let seen = meaning.decoded(coded, isFullRange: false).map { $0 * opacity }
                let wanted = ColorMatrix.bt709.coded(seen, isFullRange: false)
                let distance = Self.distance(frame, wanted, size)
                #expect(distance <= 2, "\(color), \(matrix ?? "untagged")")
            }
        }
    }

    @Test func standardFrameIsUnchanged() throws {
        let text = VideoFilters.first(
            try TestFrame.description("yuv420p"), Self.small, TestFrame.source(),
            to: Self.small)
        #expect(!text.contains("scale="))
        let pixels = TestFrame.quarters([20, 90, 160, 230], Self.small)
        let frame = try TestFrame.presented(
            pixels, Self.small, TestFrame.source(), to: Self.small)
        let isSame = frame == pixels
        #expect(isSame)
    }

    /// Without `accurate_rnd` the bytes depend on the CPU.
    @Test func everyScalerIsAccurate() throws {
        let wide = Resolution(width: 32, height: 16)
        let texts =
            [VideoFilters.jpeg(wide)]
            + (try [VideoInfo.DynamicRange.sdr, .hlg, .pq].map {
                VideoFilters.first(
                    try TestFrame.description("yuv422p10le", matrix: "bt2020nc"), Self.small,
                    TestFrame.source(dynamicRange: $0), to: wide)
            })
        for text in texts {
            let scalers = text.split { "[],".contains($0) }.filter { $0.hasPrefix("scale=") }
            #expect(!scalers.isEmpty)
            #expect(scalers.allSatisfy { $0.contains("flags=bicubic+accurate_rnd") })
        }
    }

    /// The largest difference of luma and chroma in the middle of the frame, in codes.
    private static func distance(
        _ frame: [UInt8], _ wanted: [UInt8], _ size: Resolution
    ) -> Int {
        guard frame.count == size.pixelCount * 3 / 2 else { return .max }
        let chroma = size.height / 4 * (size.width / 2) + size.width / 4
        let found = [
            frame[size.height / 2 * size.width + size.width / 2],
            frame[size.pixelCount + chroma],
            frame[size.pixelCount * 5 / 4 + chroma],
        ]
        return zip(found, wanted).map { abs(Int($0) - Int($1)) }.max() ?? .max
    }
}
