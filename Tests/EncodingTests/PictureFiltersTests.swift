import LibAV
import MediaTestSupport
import MediaUnits
import Testing

@testable import Encoding
@testable import MediaModel

/// uploads.md: full range, BT.601 and untagged pictures are converted, not only tagged anew.
@Suite struct PictureFiltersTests {
    private static let small = Resolution(width: 64, height: 48)
    /// As wide as HD, which is what untagged pictures are judged by.
    private static let large = Resolution(width: 1280, height: 16)

    /// Red, green, blue (0...1): saturated, pale, grey and dark ones.
    static let colours: [[Double]] = [
        [0.8, 0.1, 0.1], [0.1, 0.7, 0.2], [0.15, 0.2, 0.9], [0.5, 0.5, 0.5], [0.9, 0.8, 0.6],
        [0.05, 0.05, 0.08], [1, 1, 1], [0, 0, 0],
    ]

    struct Source: CustomTestStringConvertible, Sendable {
        let name: String
        let size: Resolution
        let format: String
        let matrix: String?
        let isFullRange: Bool
        /// What its numbers mean.
        let meaning: ColourMatrix
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

    @Test(arguments: sources) func coloursStayWhatTheyMean(_ source: Source) throws {
        let description = try TestPicture.description(
            source.format, matrix: source.matrix, isFullRange: source.isFullRange)
        for colour in Self.colours {
            let coded = source.meaning.coded(colour, isFullRange: source.isFullRange)
            let expected = source.meaning.decoded(coded, isFullRange: source.isFullRange)
            let wanted = ColourMatrix.bt709.coded(expected, isFullRange: false)
            let picture = try TestPicture.presented(
                TestPicture.flat(coded, source.size), source.size, TestPicture.source(),
                to: source.size, as: description)
            let distance = Self.distance(picture, wanted, source.size)
            #expect(distance <= 2, "\(colour)")
        }
    }

    /// BGRA, as screen recorders write it: red, green and blue of the right weight.
    @Test func coloursOfRGBStayWhatTheyAre() throws {
        let description = try TestPicture.description(
            "bgr0", matrix: nil, isFullRange: true, isRGB: true)
        for colour in Self.colours {
            let bytes = colour.map { UInt8(($0 * 255).rounded()) }
            let pixels: [UInt8] = (0..<Self.small.pixelCount).flatMap { _ in
                [bytes[2], bytes[1], bytes[0], 0]
            }
            let picture = try TestPicture.presented(
                pixels, Self.small, TestPicture.source(), to: Self.small, as: description)
            let wanted = ColourMatrix.bt709.coded(colour, isFullRange: false)
            let distance = Self.distance(picture, wanted, Self.small)
            #expect(distance <= 2, "\(colour)")
        }
    }

    /// Transparent parts become black: what is seen is colour times opacity.
    @Test(arguments: [0, 0.25, 0.5, 1.0], [small, large])
    func transparencyIsLaidOverBlack(opacity: Double, size: Resolution) throws {
        let tagged: (String?, ColourMatrix) = ("bt709", .bt709)
        for (matrix, meaning) in [tagged, (nil, .guess(size))] {
            let description = try TestPicture.description(
                "yuva420p", matrix: matrix, hasAlpha: true)
            for colour in Self.colours {
                let coded = meaning.coded(colour, isFullRange: false)
                let alpha = [UInt8](
                    repeating: UInt8((opacity * 255).rounded()), count: size.pixelCount)
                let picture = try TestPicture.presented(
                    TestPicture.flat(coded, size) + alpha, size, TestPicture.source(), to: size,
                    as: description)
                let seen = meaning.decoded(coded, isFullRange: false).map { $0 * opacity }
                let wanted = ColourMatrix.bt709.coded(seen, isFullRange: false)
                let distance = Self.distance(picture, wanted, size)
                #expect(distance <= 2, "\(colour), \(matrix ?? "untagged")")
            }
        }
    }

    @Test func aPictureThatIsReadyIsNotTouched() throws {
        let text = PictureFilters.first(
            try TestPicture.description("yuv420p"), Self.small, TestPicture.source(),
            to: Self.small)
        #expect(!text.contains("scale="))
        let pixels = TestPicture.quarters([20, 90, 160, 230], Self.small)
        let picture = try TestPicture.presented(
            pixels, Self.small, TestPicture.source(), to: Self.small)
        let isSame = picture == pixels
        #expect(isSame)
    }

    /// segments.md: without `accurate_rnd` the bytes depend on the machine's CPU.
    @Test func everyScalerIsAccurate() throws {
        let wide = Resolution(width: 32, height: 16)
        let texts =
            [PictureFilters.scaling(to: wide), PictureFilters.jpeg(wide)]
            + (try [VideoFacts.DynamicRange.sdr, .hlg, .pq].map {
                PictureFilters.first(
                    try TestPicture.description("yuv420p10le", matrix: "bt2020nc"), Self.small,
                    TestPicture.source(dynamicRange: $0), to: wide)
            })
        for text in texts {
            let scalers = text.split { "[],".contains($0) }.filter { $0.hasPrefix("scale=") }
            #expect(!scalers.isEmpty)
            #expect(scalers.allSatisfy { $0.contains("flags=bicubic+accurate_rnd") })
        }
    }

    /// Codes by which luma or chroma in the middle of the picture is off at most.
    private static func distance(
        _ picture: [UInt8], _ wanted: [UInt8], _ size: Resolution
    ) -> Int {
        guard picture.count == size.pixelCount * 3 / 2 else { return .max }
        let chroma = size.height / 4 * (size.width / 2) + size.width / 4
        let found = [
            picture[size.height / 2 * size.width + size.width / 2],
            picture[size.pixelCount + chroma],
            picture[size.pixelCount * 5 / 4 + chroma],
        ]
        return zip(found, wanted).map { abs(Int($0) - Int($1)) }.max() ?? .max
    }
}
