import MediaUnits
import Testing

@testable import LibAV

/// The squared errors that x264 reports, against those of the decoded frames.
@Suite struct LumaErrorTests {
    private static let size = Resolution(width: 64, height: 48)

    init() { LibAVProcess.prepare(logger: nil) }

    private func source(_ number: Int) -> [UInt8] {
        (0..<Self.size.pixelCount).map { UInt8(60 + ($0 * 7919 + number * 104_729) % 97) }
    }

    /// Encodes frames of noise; returns the reported errors, and an MP4.
    private func encode(
        _ count: Int, measuresErrors: Bool
    ) throws -> (errors: [Int: Int], bytes: [UInt8]) {
        var options = ["preset": "veryfast", "g": "10", "crf": "30"]
        // x264's code for AVX-512 does not always make the same bytes.
        if EngineInfo.hasAVX512 { options["x264-params"] = "asm=SSE2Fast,AVX2" }
        let encoder = try Encoder(
            "libx264", .video(size: Self.size, pixelFormat: "yuv420p", frameRate: Rational(25)),
            options: options, measuresErrors: measuresErrors, subject: "test")
        let muxer = try Muxer(inMemory: "mp4", subject: "test")
        try muxer.addStream(encoder, timeBase: Rational(1, 25), frameRate: Rational(25))
        try muxer.writeHeader(options: [:])
        let ticks = (Rational(1, 25) / muxer.timeBase(of: 0)).rounded
        var errors: [Int: Int] = [:]
        func take(_ packet: borrowing Packet) throws {
            if let time = packet.presentationTime { errors[time] = packet.lumaError }
            packet.streamIndex = 0
            packet.presentationTime = packet.presentationTime.map { $0 * ticks }
            packet.decodeTime = packet.decodeTime.map { $0 * ticks }
            packet.duration = ticks
            try muxer.interleave(packet)
        }
        for number in 0..<count {
            let chroma = [UInt8](repeating: 128, count: Self.size.pixelCount / 2)
            let frame = try Frame(
                pixels: (source(number) + chroma)[...], size: Self.size, format: "yuv420p")
            frame.presentationTime = number
            try encoder.encode(frame, take)
        }
        try encoder.drain(take)
        return (errors, try muxer.finish())
    }

    private func decodedErrors(_ bytes: [UInt8]) throws -> [Int] {
        let demuxer = try Demuxer(bytes)
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let packet = try Packet()
        var errors: [Int] = []
        func compare(_ frame: borrowing Frame) {
            var luma = [UInt8](repeating: 0, count: Self.size.pixelCount)
            #expect(frame.copyLuma(from: 0, count: Self.size.height, into: &luma))
            errors.append(
                zip(luma, source(errors.count)).reduce(0) {
                    $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
                })
        }
        while try demuxer.read(into: packet) { try decoder.decode(packet, compare) }
        try decoder.drain(compare)
        return errors
    }

    @Test func errorsAreThoseOfDecodedFrames() throws {
        let (errors, bytes) = try encode(23, measuresErrors: true)
        let decoded = try decodedErrors(bytes)
        #expect(errors.count == 23 && decoded.count == 23)
        for (number, expected) in decoded.enumerated() {
            let error = try #require(errors[number])
            // x264 rounds the PSNR to 0.01 dB, 0.1 %; the errors of two B-frames differ by 0.4 %.
            #expect(abs(Double(error) / Double(expected) - 1) < 0.005, "frame \(number)")
        }
    }

    @Test func bytesDoNotDependOnMeasuring() throws {
        let (errors, bytes) = try encode(23, measuresErrors: false)
        #expect(errors.isEmpty)
        #expect(try encode(23, measuresErrors: true).bytes == bytes)
    }
}
