import MediaUnits
import TestSupport
import Testing

@testable import LibAV

@Suite struct DecoderTests {
    /// What `look` finds in each picture, to the end of the stream.
    private func decode<Found>(
        _ demuxer: Demuxer, _ decoder: Decoder, _ look: (borrowing Frame) throws -> Found
    ) throws -> [Found] {
        var found: [Found] = []
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            try decoder.decode(packet) { found.append(try look($0)) }
        }
        try decoder.drain { found.append(try look($0)) }
        return found
    }

    @Test(arguments: [("libx264", "mp4"), ("libx264", "mpegts"), ("ffv1", "matroska")])
    func picturesComeBackInOrder(codec: String, format: String) throws {
        let demuxer = try Demuxer(
            TestClip.bytes(30, codec: codec, format: format, options: ["g": "10"]), analyse: true)
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let brightness = try decode(demuxer, decoder) { try $0.copyPixels()[0] }
        #expect(brightness.count == 30)
        for (number, value) in brightness.enumerated() {
            #expect(abs(Int(value) - Int(TestClip.luma(number))) <= 2, "picture \(number)")
        }
        #expect(decoder.corruptPackets == 0)
    }

    @Test(arguments: [1, 2, 4]) func framesAreTheSameWithAnyNumberOfThreads(threads: Int) throws {
        let clip = try TestClip.bytes(20)
        let one = try Demuxer(clip)
        let many = try Demuxer(clip)
        let expected = try decode(one, Decoder(one, stream: 0, threads: 1)) {
            try $0.copyPixels()
        }
        let pixels = try decode(many, Decoder(many, stream: 0, threads: threads)) {
            try $0.copyPixels()
        }
        #expect(pixels == expected)
    }

    @Test func samplesComeBackWithTheirTimes() throws {
        let demuxer = try Demuxer(WaveFile.tone(sampleCount: 10_000))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        var next = 0
        _ = try decode(demuxer, decoder) { frame in
            #expect(frame.bestEffortTime == next)
            #expect(frame.sampleRate == 48_000)
            #expect(frame.channelCount == 2)
            next += frame.sampleCount
        }
        #expect(next == 10_000)
    }

    @Test func picturesThatAreTooLargeAreRefused() throws {
        let demuxer = try Demuxer(TestClip.bytes(5))
        let limit = TestClip.size.pixelCount
        let fitting = try Decoder(demuxer, stream: 0, threads: 1, maximumPixels: limit)
        #expect(try decode(demuxer, fitting) { $0.size }.count == 5)
        let again = try Demuxer(TestClip.bytes(5))
        let pictures =
            if let decoder = try? Decoder(again, stream: 0, threads: 1, maximumPixels: limit - 1) {
                try decode(again, decoder) { $0.size }
            } else { [Resolution]() }
        #expect(pictures.isEmpty)
    }

    /// JPEG-LS is a codec that libav knows and nobody uploads.
    @Test func aCodecThatIsNotOnTheListIsNotDecoded() throws {
        let encoder = try Encoder(
            "jpegls", .video(size: TestClip.size, pixelFormat: "gray", frameRate: Rational(25)),
            options: [:], subject: "test")
        let muxer = try Muxer(inMemory: "matroska", subject: "test")
        try muxer.addStream(encoder, timeBase: Rational(1, 25))
        try muxer.writeHeader(options: [:])
        let frame = try Frame.picture(
            [UInt8](repeating: 50, count: TestClip.size.pixelCount)[...], size: TestClip.size,
            format: "gray")
        frame.presentationTime = 0
        try encoder.encode(frame) { packet in
            packet.streamIndex = 0
            try muxer.write(packet)
        }
        let demuxer = try Demuxer(muxer.finish())
        #expect(demuxer.streams[0].codec == "jpegls")
        #expect(!demuxer.streams[0].isDecodable)
        #expect(throws: LibAVError.self) { _ = try Decoder(demuxer, stream: 0, threads: 1) }
    }

    @Test func aDamagedPacketIsCountedAndTheNextOnesDecoded() throws {
        let demuxer = try Demuxer(TestClip.bytes(10, options: ["g": "1"]))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let packet = try Packet()
        var count = 0
        var number = 0
        while try demuxer.read(into: packet) {
            // Without its front, the picture's length does not fit its bytes.
            if number == 3 { packet.removeFirst(packet.byteCount / 2) }
            try decoder.decode(packet) { _ in count += 1 }
            number += 1
        }
        try decoder.drain { _ in count += 1 }
        #expect(decoder.corruptPackets == 1)
        #expect(count == 9)
    }

    @Test func afterAFlushDecodingStartsAnew() throws {
        let demuxer = try Demuxer(TestClip.bytes(30))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let whole = try decode(demuxer, decoder) { try $0.copyPixels()[0] }
        decoder.flush()
        try demuxer.seek(stream: 0, to: 0)
        #expect(try decode(demuxer, decoder) { try $0.copyPixels()[0] } == whole)
    }

    @Test func whatTheTakerThrowsComesThrough() throws {
        struct Enough: Error {}
        let demuxer = try Demuxer(TestClip.bytes(5))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        #expect(throws: Enough.self) { _ = try decode(demuxer, decoder) { _ in throw Enough() } }
    }

    /// A frame that was lent can be kept only by sharing it.
    @Test func aSharedFrameOutlivesTheDecoder() throws {
        let shared = try lastFrame()
        #expect(shared.size == TestClip.size)
        #expect(try abs(Int(shared.copyPixels()[0]) - Int(TestClip.luma(4))) <= 2)
    }

    private func lastFrame() throws -> Frame {
        let demuxer = try Demuxer(TestClip.bytes(5))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let boxes = try decode(demuxer, decoder) { Box(try $0.sharing()) }
        return try #require(boxes.last).frame.sharing()
    }

    private final class Box {
        let frame: Frame
        init(_ frame: consuming Frame) { self.frame = frame }
    }
}
