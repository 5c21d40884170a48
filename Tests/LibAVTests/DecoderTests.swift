import MediaUnits
import TestSupport
import Testing

@testable import LibAV

@Suite struct DecoderTests {
    /// Decodes up to the end of the stream and returns a value of each frame.
    private func decode<Value>(
        _ demuxer: Demuxer, _ decoder: Decoder, _ value: (borrowing Frame) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            try decoder.decode(packet) { values.append(try value($0)) }
        }
        try decoder.drain { values.append(try value($0)) }
        return values
    }

    @Test(arguments: [("libx264", "mp4"), ("libx264", "mpegts"), ("ffv1", "matroska")])
    func framesAreDecodedInOrder(codec: String, format: String) throws {
        let demuxer = try Demuxer(
            TestClip.bytes(30, codec: codec, format: format, options: ["g": "10"]), analyze: true)
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let brightness = try decode(demuxer, decoder) { try $0.copyPixels()[0] }
        #expect(brightness.count == 30)
        for (number, luma) in brightness.enumerated() {
            #expect(abs(Int(luma) - Int(TestClip.luma(number))) <= 2, "frame \(number)")
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

    /// The borders of blocks remain, and every frame is still decoded.
    @Test(arguments: ["libx264", "libx265"]) func deblockingIsSkipped(codec: String) throws {
        let options = codec == "libx265" ? ["x265-params": "log-level=none:qp=45"] : ["qp": "45"]
        let clip = try TestClip.bytes(
            10, codec: codec, options: options, TestClip.textured)
        func frames(skipsDeblocking: Bool) throws -> [[UInt8]] {
            let demuxer = try Demuxer(clip)
            let decoder = try Decoder(demuxer, stream: 0, threads: 1)
            decoder.skipsDeblocking = skipsDeblocking
            defer { #expect(decoder.corruptPackets == 0) }
            return try decode(demuxer, decoder) { try $0.copyPixels() }
        }
        let (filtered, plain) = (
            try frames(skipsDeblocking: false), try frames(skipsDeblocking: true)
        )
        #expect(plain.count == filtered.count && filtered.count == 10)
        #expect(plain != filtered)
    }

    /// Frames are skipped packet by packet, which changes no other frame.
    @Test(arguments: ["libx264", "libx265"], [1, 2])
    func unreferencedFramesAreSkipped(codec: String, threads: Int) throws {
        let options =
            codec == "libx265"
            ? ["x265-params": "log-level=none:keyint=20:bframes=3:b-adapt=0"]
            : ["g": "20", "bf": "3", "b_strategy": "0", "sc_threshold": "0"]
        let clip = try TestClip.bytes(60, codec: codec, options: options)
        func frames(skippingUpTo limit: Int) throws -> [Int: [UInt8]] {
            let demuxer = try Demuxer(clip)
            let decoder = try Decoder(demuxer, stream: 0, threads: threads)
            var frames: [Int: [UInt8]] = [:]
            func take(_ frame: borrowing Frame) throws {
                let time = frame.bestEffortTime
                frames[try #require(time)] = try frame.copyPixels()
            }
            let packet = try Packet()
            while try demuxer.read(into: packet) {
                decoder.skipsUnreferenced = packet.presentationTime ?? .max < limit
                try decoder.decode(packet, take)
            }
            try decoder.drain(take)
            return frames
        }
        let all = try frames(skippingUpTo: .min)
        #expect(all.count == 60)
        let half = all.keys.sorted()[30]
        let some = try frames(skippingUpTo: half)
        #expect(some.allSatisfy { all[$0] == $1 })
        let skipped = all.keys.filter { some[$0] == nil }
        #expect((10...25).contains(skipped.count) && skipped.allSatisfy { $0 < half })
    }

    /// The first 21 bytes of the configuration box of MP4 (ISO/IEC 14496-15, 8.3.3.1.2).
    private static let configuration: [UInt8] = [1] + [UInt8](repeating: 0, count: 20)

    /// A configuration box, and parameter sets of MPEG-TS.
    private static let parameterSets: [(bytes: [UInt8], layers: Int?)] = [
        (configuration + [0b0000_1111, 0], 1), (configuration + [0b0001_0111, 0], 2),
        ([0, 0, 0, 1, 0x40, 1, 0xff, 0, 0, 1, 0x42, 1, 0b0000_0001, 0], 1),
        ([0, 0, 1, 0x42, 1, 0b0000_0001, 0, 0, 1, 0x42, 1, 0b0000_0101], 3),
        ([0, 0, 1, 0x40, 1, 0], nil), ([], nil),
    ]

    /// A frame of a higher temporal layer may refer to one that its own layer does not refer to.
    @Test(arguments: parameterSets)
    func temporalLayersAreCounted(bytes: [UInt8], layers: Int?) {
        #expect(bytes.withUnsafeBytes { Decoder.temporalLayers($0) } == layers)
    }

    @Test func samplesHaveTheirTimes() throws {
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

    @Test func framesThatAreTooLargeAreRejected() throws {
        let demuxer = try Demuxer(TestClip.bytes(5))
        let limit = TestClip.size.pixelCount
        let fitting = try Decoder(demuxer, stream: 0, threads: 1, maximumPixels: limit)
        #expect(try decode(demuxer, fitting) { $0.size }.count == 5)
        let again = try Demuxer(TestClip.bytes(5))
        let sizes =
            if let decoder = try? Decoder(again, stream: 0, threads: 1, maximumPixels: limit - 1) {
                try decode(again, decoder) { $0.size }
            } else { [Resolution]() }
        #expect(sizes.isEmpty)
    }

    /// libav decodes JPEG-LS, which is not on the allow list.
    @Test func codecOutsideOfTheAllowListIsNotDecoded() throws {
        let encoder = try Encoder(
            "jpegls", .video(size: TestClip.size, pixelFormat: "gray", frameRate: Rational(25)),
            options: [:], subject: "test")
        let muxer = try Muxer(inMemory: "matroska", subject: "test")
        try muxer.addStream(encoder, timeBase: Rational(1, 25))
        try muxer.writeHeader(options: [:])
        let frame = try Frame(
            pixels: [UInt8](repeating: 50, count: TestClip.size.pixelCount)[...],
            size: TestClip.size,
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

    @Test func corruptPacketIsCountedAndTheNextOnesAreDecoded() throws {
        let demuxer = try Demuxer(TestClip.bytes(10, options: ["g": "1"]))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let packet = try Packet()
        var count = 0
        var number = 0
        while try demuxer.read(into: packet) {
            // Without its front, the length of the coded picture does not match its bytes.
            if number == 3 { packet.removeFirst(packet.byteCount / 2) }
            try decoder.decode(packet) { _ in count += 1 }
            number += 1
        }
        try decoder.drain { _ in count += 1 }
        #expect(decoder.corruptPackets == 1)
        #expect(count == 9)
    }

    @Test func errorsOfTheBodyAreRethrown() throws {
        struct Enough: Error {}
        let demuxer = try Demuxer(TestClip.bytes(5))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        #expect(throws: Enough.self) { _ = try decode(demuxer, decoder) { _ in throw Enough() } }
    }

    /// A lent frame can be retained only by sharing it.
    @Test func sharedFrameOutlivesTheDecoder() throws {
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
