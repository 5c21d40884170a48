import Foundation
import LibAV
import MediaTestSupport
import MediaUnits
import Testing

@testable import Encoding
@testable import MediaModel
@testable import Planning

/// docs/color.md: the conversion of HDR and wide gamut to SDR, measured on frames that passed all filters.
@Suite struct WideColorTests {
    /// Light in cd/m2, from black to the peak of HLG and of most HDR10, in steps of 2.
    private static let ramp = (0...500).map { Double($0 * 2) }

    @Test(arguments: HighRangeCoding.allCases)
    func referenceWhiteLeavesRoomForHighlights(_ coding: HighRangeCoding) throws {
        let codes = try coding.grays([ColorPatch.referenceWhite])
        let luma = (Double(codes[0][0]) - 16) / 219
        #expect((0.75...0.95).contains(luma))
    }

    /// ITU-R BT.2408, table 1: PQ 58 %, HLG 75 %.
    @Test(arguments: [(HighRangeCoding.pq, 0.58), (.hlg, 0.75)])
    func referenceWhiteHasItsStandardSignal(coding: HighRangeCoding, signal: Double) {
        let white = ColorPatch.referenceWhite
        let luma = (Double(coding.codes([white, white, white])[0]) - 64) / 876
        #expect(abs(luma - signal) < 0.005)
    }

    @Test(arguments: HighRangeCoding.allCases)
    func graysStayGray(_ coding: HighRangeCoding) throws {
        let codes = try coding.grays(Self.ramp)
        #expect(codes.allSatisfy { abs(Int($0[1]) - 128) <= 1 && abs(Int($0[2]) - 128) <= 1 })
    }

    @Test(arguments: HighRangeCoding.allCases)
    func lumaNeverDecreases(_ coding: HighRangeCoding) throws {
        let luma = try coding.grays(Self.ramp).map { $0[0] }
        #expect(zip(luma, luma.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(luma.first == 16)
        #expect(luma.last == 235)
    }

    @Test(arguments: HighRangeCoding.allCases)
    func hueAndChromaArePreserved(_ coding: HighRangeCoding) throws {
        let patches = ColorPatch.all
        let codes = try coding.rendered(patches.map(\.light))
        for (patch, code) in zip(patches, codes) {
            let difference = patch.difference(code)
            #expect(difference <= 3, "\(patch.name)")
        }
    }

    /// Between its grid points the table interpolates the function that it was made from.
    @Test(arguments: HighRangeCoding.allCases)
    func tableMatchesItsFunction(_ coding: HighRangeCoding) throws {
        let color: WideColor = coding == .pq ? .pq : .hlg
        let codes = ColorPatch.all.map { coding.codes($0.light) }
        let found = try PatchFrame.rendered(codes, tags: coding.tags)
        for (code, found) in zip(codes, found) {
            let wanted = color.presented(SIMD3(code.map { Double($0) }))
            let distance = (0..<3).map { abs(Double(found[$0]) - wanted[$0]) }.max()
            #expect(try #require(distance) <= 2)
        }
    }

    /// Colors beyond BT.709 are desaturated in order, so that different colors stay different.
    @Test(arguments: HighRangeCoding.allCases)
    func colorsBeyondTheGamutStayDistinct(_ coding: HighRangeCoding) throws {
        let codes = try coding.rendered(ColorPatch.towardsGreen)
        let chroma = codes.map { hypot(Double($0[1]) - 128, Double($0[2]) - 128) }
        #expect(zip(chroma, chroma.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// ITU-R BT.2020 and Display P3 interpreted as BT.709 would look pale.
    @Test(arguments: [
        ("colorspace=bt2020nc:color_primaries=bt2020:color_trc=bt709", Gamut.bt2020),
        ("colorspace=bt2020nc:color_primaries=unknown:color_trc=bt2020-10", .bt2020),
        ("colorspace=bt709:color_primaries=smpte432:color_trc=bt709", .displayP3),
    ])
    func primariesOfStandardRangeAreConverted(tags: String, gamut: Gamut) throws {
        let matrix: ColorWeights = gamut == .bt2020 ? .bt2020 : .bt709
        // Colors far from the edge of the gamut, which are not desaturated.
        let colors: [[Double]] = [
            [0.5, 0.4, 0.35], [0.35, 0.5, 0.4], [0.4, 0.45, 0.6], [0.9, 0.9, 0.9], [0, 0, 0],
            [1, 1, 1], [0.2, 0.2, 0.2],
        ]
        let codes = colors.map { color in
            let coded = matrix.coded(SIMD3(color))
            return [coded.x * 876 + 64, coded.y * 896 + 512, coded.z * 896 + 512].map {
                UInt16($0.rounded())
            }
        }
        let found = try PatchFrame.rendered(codes, tags: "range=tv:" + tags)
        for (color, found) in zip(colors, found) {
            let light = Gamut.bt709(SIMD3(color.map { pow($0, 2.4) }), from: gamut)
            let signal = (0..<3).map { pow(max(0, light[$0]), 1 / 2.4) }
            let wanted = ColorMatrix.bt709.coded(signal, isFullRange: false)
            let distance = zip(found, wanted).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(distance) <= 1, "\(color)")
        }
    }

    /// Full range, other matrices and RGB are converted to the table's input.
    @Test(arguments: [
        ("yuv420p10le", "range=pc:colorspace=bt2020nc"),
        ("yuv422p10le", "range=tv:colorspace=bt2020nc"),
        ("yuv444p12le", "range=tv:colorspace=bt2020nc"), ("gbrp10le", "range=pc:colorspace=gbr"),
        ("yuv420p10le", "range=tv:colorspace=bt709"),
    ])
    func otherLayoutsOfHDRHaveTheSameColor(format: String, tags: String) throws {
        let size = Resolution(width: 32, height: 16)
        let patch = ColorPatch.skin[1]
        let transfer = ":color_primaries=bt2020:color_trc=smpte2084"
        let codes = HighRangeCoding.pq.codes(patch.light)
        let wanted = try PatchFrame.rendered([codes, codes], tags: HighRangeCoding.pq.tags)[0]
        let samples =
            [UInt16](repeating: codes[0], count: size.pixelCount)
            + [UInt16](repeating: codes[1], count: size.pixelCount / 4)
            + [UInt16](repeating: codes[2], count: size.pixelCount / 4)
        let base = try PatchFrame.tagged(
            samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, size, format: "yuv420p10le",
            tags: HighRangeCoding.pq.tags)
        let isFull = tags.contains("range=pc")
        let matrix = tags.contains("bt709") ? "bt709" : "bt2020"
        let graph = try FilterGraph(
            "[in]scale=in_color_matrix=bt2020:in_range=tv:out_color_matrix=\(matrix)"
                + ":out_range=\(isFull ? "pc" : "tv"):flags=bicubic+accurate_rnd+full_chroma_int,"
                + "format=\(format),setparams=\(tags)\(transfer)[out0]",
            for: base, isVideo: true, timeBase: Rational(1, 25), outputs: 1)
        try graph.push(base)
        let frame = try Frame()
        #expect(try graph.pull(into: frame))
        let found = try PatchFrame.converted(frame, size).frame.copyPixels()
        let middle = [
            found[size.pixelCount / 2 + 8], found[size.pixelCount * 9 / 8 + 4],
            found[size.pixelCount * 11 / 8 + 4],
        ]
        let distance = zip(middle, wanted).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(distance) <= 2)
    }

    @Test func tagsSelectTheTable() throws {
        func color(
            _ matrix: String?, _ primaries: String?, _ transfer: String?,
            _ range: VideoInfo.DynamicRange = .sdr
        ) throws -> WideColor? {
            WideColor(
                try TestFrame.description(
                    "yuv420p10le", matrix: matrix, primaries: primaries, transfer: transfer), range)
        }
        #expect(try color("bt709", "bt709", "bt709") == nil)
        #expect(try color(nil, nil, nil) == nil)
        #expect(try color("smpte170m", "smpte170m", "smpte170m") == nil)
        #expect(try color("bt2020nc", "bt2020", "smpte2084") == .pq)
        #expect(try color("bt2020nc", "bt2020", "arib-std-b67") == .hlg)
        #expect(try color("bt2020nc", "bt2020", nil, .hlg) == .hlg)
        #expect(try color("bt709", "bt709", "bt709", .pq) == nil, "the frame's tags decide")
        #expect(try color("bt2020nc", "bt2020", "bt2020-10") == .bt2020)
        #expect(try color("bt2020nc", nil, nil) == .bt2020)
        #expect(try color("bt709", "smpte432", "bt709") == .displayP3)
    }
}
