import LibAV
import MediaUnits
import Testing

@testable import Encoding

/// The color is the same for every layout, depth, matrix and range of decoded frames.
@Suite struct PixelLayoutTests {
    private static let size = Resolution(width: 64, height: 48)

    /// Planes of Y', Cb and Cr as decoders output them; a chroma sample covers `chromaWidth` x `chromaHeight` of luma.
    struct Planes: CustomTestStringConvertible, Sendable {
        let format: String
        let bits: Int
        let chromaWidth: Int
        let chromaHeight: Int
        var testDescription: String { format }

        init(_ format: String, _ bits: Int, _ chromaWidth: Int, _ chromaHeight: Int) {
            self.format = format
            self.bits = bits
            self.chromaWidth = chromaWidth
            self.chromaHeight = chromaHeight
        }

        /// The planes of a frame of one color, given in 8 bits; opacity for formats that have it.
        func flat(_ codes: [UInt8], isFullRange: Bool, opacity: Double?) -> [UInt8] {
            let chroma = size.pixelCount / (chromaWidth * chromaHeight)
            var planes = zip(codes, [size.pixelCount, chroma, chroma]).enumerated().map {
                (samples($0 == 0, $1.0, isFullRange), $1.1)
            }
            if let opacity {
                let full = Double(1 << bits - 1)
                planes.append((Int((opacity * full).rounded()), size.pixelCount))
            }
            return planes.flatMap { value, count in
                bits == 8
                    ? [UInt8](repeating: UInt8(value), count: count)
                    : (0..<count).flatMap { _ in [UInt8(value & 255), UInt8(value >> 8)] }
            }
        }

        /// An 8-bit code in the format's depth (ITU-T H.273: chroma is centered on a power of two).
        private func samples(_ isLuma: Bool, _ code: UInt8, _ isFullRange: Bool) -> Int {
            guard isFullRange, bits > 8 else { return Int(code) << (bits - 8) }
            let scale = Double(1 << bits - 1) / 255
            let value = isLuma ? Double(code) * scale : (Double(code) - 128) * scale
            return Int(value.rounded()) + (isLuma ? 0 : 1 << (bits - 1))
        }
    }

    static let planes = [
        Planes("yuv420p", 8, 2, 2), Planes("yuv422p", 8, 2, 1), Planes("yuv444p", 8, 1, 1),
        Planes("yuv411p", 8, 4, 1), Planes("yuv440p", 8, 1, 2), Planes("yuv420p10le", 10, 2, 2),
        Planes("yuv422p10le", 10, 2, 1), Planes("yuv444p10le", 10, 1, 1),
        Planes("yuv444p12le", 12, 1, 1),
    ]

    /// Tags, with their meaning for a frame below HD.
    static let tags: [(text: String, meaning: ColorMatrix, isFullRange: Bool)] = [
        ("range=tv:colorspace=bt709", .bt709, false),
        ("range=tv:colorspace=smpte170m", .bt601, false),
        ("range=unknown:colorspace=unknown", .bt601, false),
        ("range=pc:colorspace=bt709", .bt709, true),
        ("range=pc:colorspace=bt470bg", .bt601, true),
    ]

    @Test(arguments: planes, tags)
    func planesHaveTheirColor(
        _ planes: Planes, _ tags: (text: String, meaning: ColorMatrix, isFullRange: Bool)
    ) throws {
        for color in VideoFiltersTests.colors {
            let codes = tags.meaning.coded(color, isFullRange: tags.isFullRange)
            let frame = try Self.shown(
                planes.flat(codes, isFullRange: tags.isFullRange, opacity: nil), planes.format,
                tags.text)
            let seen = tags.meaning.decoded(codes, isFullRange: tags.isFullRange)
            let wanted = ColorMatrix.bt709.coded(seen, isFullRange: false)
            #expect(Self.distance(frame, wanted) <= 2, "\(color)")
        }
    }

    /// ProRes 4444 and VP9 with alpha are blended with black.
    @Test(arguments: [
        Planes("yuva420p", 8, 2, 2), Planes("yuva422p", 8, 2, 1), Planes("yuva444p10le", 10, 1, 1),
        Planes("yuva444p12le", 12, 1, 1),
    ])
    func planesWithOpacityAreBlendedWithBlack(_ planes: Planes) throws {
        for opacity in [0, 0.5, 1] {
            for color in VideoFiltersTests.colors {
                let codes = ColorMatrix.bt709.coded(color, isFullRange: false)
                let frame = try Self.shown(
                    planes.flat(codes, isFullRange: false, opacity: opacity), planes.format,
                    "range=tv:colorspace=bt709")
                let seen = ColorMatrix.bt709.decoded(codes, isFullRange: false)
                    .map { $0 * opacity }
                let wanted = ColorMatrix.bt709.coded(seen, isFullRange: false)
                #expect(Self.distance(frame, wanted) <= 2, "\(color), \(opacity)")
            }
        }
    }

    /// The order of a pixel's bytes: the indexes of red, green and blue, `nil` for an opaque alpha or padding byte.
    @Test(
        arguments: [
            ("rgb24", [0, 1, 2]), ("bgr24", [2, 1, 0]), ("bgr0", [2, 1, 0, nil]),
            ("rgba", [0, 1, 2, nil]), ("bgra", [2, 1, 0, nil]), ("argb", [nil, 0, 1, 2]),
        ] as [(String, [Int?])])
    func packedPixelsHaveTheirColor(format: String, order: [Int?]) throws {
        for color in VideoFiltersTests.colors {
            let pixel = order.map { index in
                index.map { UInt8((color[$0] * 255).rounded()) } ?? 255
            }
            let bytes = (0..<Self.size.pixelCount).flatMap { _ in pixel }
            let frame = try Self.shown(bytes, format, "range=pc:colorspace=gbr")
            let wanted = ColorMatrix.bt709.coded(color, isFullRange: false)
            #expect(Self.distance(frame, wanted) <= 2, "\(color)")
        }
    }

    @Test(arguments: [("range=tv:colorspace=bt709", false), ("range=pc:colorspace=bt709", true)])
    func grayFramesStayGray(tags: String, isFullRange: Bool) throws {
        for brightness in stride(from: 0, through: 1, by: 0.125) {
            let gray = [brightness, brightness, brightness]
            let code = ColorMatrix.bt709.coded(gray, isFullRange: isFullRange)[0]
            let frame = try Self.shown(
                [UInt8](repeating: code, count: Self.size.pixelCount), "gray", tags)
            let wanted = ColorMatrix.bt709.coded(gray, isFullRange: false)
            #expect(Self.distance(frame, wanted) <= 1, "\(brightness)")
        }
    }

    /// The planes of the highest rendition's frame, whose tags and format are always the same.
    private static func shown(
        _ pixels: [UInt8], _ format: String, _ tags: String
    ) throws -> [UInt8] {
        let frame = try PatchFrame.tagged(pixels, size, format: format, tags: tags)
        let converted = try PatchFrame.converted(frame, size)
        let description = converted.frame.pixels
        #expect(description.format == "yuv420p")
        #expect(!description.isFullRange)
        #expect(description.matrix == "bt709")
        #expect(description.transfer == "bt709")
        #expect(description.primaries == "bt709")
        return try converted.frame.copyPixels()
    }

    /// The largest difference of luma and chroma in the middle of the frame, in codes.
    private static func distance(_ frame: [UInt8], _ wanted: [UInt8]) -> Int {
        guard frame.count == size.pixelCount * 3 / 2 else { return .max }
        let chroma = size.height / 4 * (size.width / 2) + size.width / 4
        let found = [
            frame[size.height / 2 * size.width + size.width / 2],
            frame[size.pixelCount + chroma], frame[size.pixelCount * 5 / 4 + chroma],
        ]
        return zip(found, wanted).map { abs(Int($0) - Int($1)) }.max() ?? .max
    }
}
