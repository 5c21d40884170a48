import LibAV
import MediaUnits
import Testing

@testable import VideoCodecs

/// Hosts with AVX2 and with AVX-512 make the same bytes.
@Suite struct InstructionSetTests {
    init() { LibAVProcess.prepare(logger: nil) }

    private static let contents: [(VideoContent, TemporalComplexity)] = [
        (.camera, .medium), (.camera, .low), (.camera, .high), (.screen, .medium),
    ]

    /// Without AVX-512, both sides would be the same code.
    ///
    /// Widths for which x264's AVX-512 code for macroblock trees reads memory that was never written, and one of whole vectors.
    @Test(
        .enabled(if: EngineInfo.hasAVX512), arguments: OperatingPoint.allCases, [320, 336, 512])
    func pointsMakeTheSameBytesWithAVX512(point: OperatingPoint, width: Int) throws {
        let size = Resolution(width: width, height: 184)
        var tested: Set<[String: String]> = []
        for (content, complexity) in Self.contents {
            let options = H264().options(
                EncoderSettings(
                    size: size, frameRate: Rational(30), gop: 30, profile: .high, level: "3.0",
                    crf: 25, maxrate: 900_000, bufsize: 1_350_000, speed: .point(point),
                    content: content, temporalComplexity: complexity, tune: nil, options: [:]))
            // Only `balanced` depends on the content.
            guard tested.insert(options).inserted else { continue }
            // The bytes of this clip differ without it, for some points and widths.
            #expect(options["x264-params"]?.contains("cpu-independent=1") ?? false)
            let limited = EncoderSettings.adding(
                "asm=SSE2Fast,AVX2", to: "x264-params", of: options)
            let expected = try encode(size, limited)
            #expect(expected.count == 45)
            #expect(try encode(size, options) == expected, "\(content), \(complexity)")
        }
    }

    /// Returns the packets of 1.5 s of bars and noise that move.
    private func encode(_ size: Resolution, _ options: [String: String]) throws -> [[UInt8]] {
        let encoder = try Encoder(
            H264().encoder, .video(size: size, pixelFormat: "yuv420p", frameRate: Rational(30)),
            options: options, subject: "test")
        var packets: [[UInt8]] = []
        for number in 0..<45 {
            let luma = (0..<size.pixelCount).map { index in
                let (x, y) = (index % size.width, index / size.width)
                let noise =
                    (x &* 7919 ^ y &* 104_729 ^ (y > 90 ? number : 0) &* 15_485_863) >> 4 & 15
                return UInt8(40 + (2 * x + y + 5 * number * (1 + y / 60)) % 160 + noise)
            }
            let chroma = [UInt8](repeating: 128, count: size.pixelCount / 2)
            let frame = try Frame(pixels: (luma + chroma)[...], size: size, format: "yuv420p")
            frame.presentationTime = number
            try encoder.encode(frame) { packets.append($0.copyBytes()) }
        }
        try encoder.drain { packets.append($0.copyBytes()) }
        return packets
    }
}
