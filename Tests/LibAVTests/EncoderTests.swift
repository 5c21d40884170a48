import MediaUnits
import Testing

@testable import LibAV

@Suite struct EncoderTests {
    @Test(arguments: [("libx264", "crv"), ("libx264", "movflags"), ("mpeg4", "x264-params")])
    func unknownOptionIsReported(codec: String, option: String) throws {
        let error = #expect(throws: LibAVError.self) {
            _ = try TestClip.encoder(codec, options: ["g": "10", option: "1"])
        }
        let text = try #require(error).description
        #expect(text.contains("option \(option)"))
        #expect(text.contains(codec))
    }

    @Test func missingEncoderIsDistinguished() throws {
        let error = #expect(throws: LibAVError.self) {
            _ = try TestClip.encoder("no-such-encoder", options: [:])
        }
        #expect(try #require(error).isMissingEncoder)
        #expect(try #require(error).subject == "no-such-encoder, test")
    }

    /// libav's log line is more precise than its code.
    @Test func errorHasTheLogLineOfLibav() throws {
        LibAVProcess.prepare(logger: nil)
        let error = #expect(throws: LibAVError.self) {
            _ = try TestClip.encoder(options: ["preset": "no-such-preset"])
        }
        let thrown = try #require(error)
        #expect(thrown.logLine.contains("no-such-preset"))
        #expect(thrown.description.contains(thrown.logLine))
        #expect(thrown.reason == thrown.logLine)
    }

    /// A log line belongs to its error, not to the next one on this thread.
    @Test func logLineIsNotUsedTwice() throws {
        LibAVProcess.prepare(logger: nil)
        _ = try? TestClip.encoder(options: ["preset": "no-such-preset"])
        let error = #expect(throws: LibAVError.self) {
            _ = try TestClip.encoder("no-such-encoder", options: [:])
        }
        #expect(try #require(error).logLine == "")
    }

    @Test(arguments: [
        Resolution(width: 0, height: 48), Resolution(width: -2, height: 48),
        Resolution(width: 1 << 20, height: 1 << 20),
    ])
    func invalidSizesAreRejected(size: Resolution) {
        #expect(throws: LibAVError.self) {
            _ = try Encoder(
                "libx264",
                .video(size: size, pixelFormat: "yuv420p", frameRate: TestClip.frameRate),
                options: [:], subject: "test")
        }
    }

    @Test func everyFrameBecomesOnePacketWithItsTime() throws {
        var times: [Int?] = []
        var keys: [Int?] = []
        try TestClip.encode(30, with: TestClip.encoder()) { packet in
            times.append(packet.presentationTime)
            if packet.isKey { keys.append(packet.presentationTime) }
        }
        #expect(times.compactMap { $0 }.sorted() == Array(0..<30))
        #expect(keys == [0, 10, 20])
    }

    /// Encoding is deterministic, since artifacts are found by the key of their input.
    @Test func sameFramesGiveSameBytes() throws {
        func bytes() throws -> [[UInt8]] {
            var all: [[UInt8]] = []
            try TestClip.encode(20, with: TestClip.encoder()) { all.append($0.copyBytes()) }
            return all
        }
        let (first, second) = (try bytes(), try bytes())
        #expect(first == second)
    }

    @Test func parameterSetsAreOutOfBand() throws {
        let configuration = try TestClip.encoder().configuration
        #expect(configuration.starts(with: [0, 0, 0, 1, 0x67]), "SPS first, as Annex B")
        #expect(configuration[5] == 0x64, "profile_idc of High")
        var first: [UInt8] = []
        try TestClip.encode(1, with: TestClip.encoder()) { first = $0.copyBytes() }
        #expect(!first.starts(with: [0, 0, 0, 1, 0x67]))
    }

    @Test func aacHas1024SamplesPerFrame() throws {
        let encoder = try Encoder(
            "aac", .audio(sampleRate: 48_000, channels: 2), options: ["b": "128000"],
            subject: "test")
        #expect(encoder.frameSize == 1024)
        #expect(CodecString.aac(audioSpecificConfig: encoder.configuration) == "mp4a.40.2")
    }

    @Test func framesOfAnotherSizeAreRejected() throws {
        let encoder = try TestClip.encoder("mjpeg", options: ["strict": "-1"])
        let small = try TestClip.gray(9, Resolution(width: 16, height: 16))
        small.presentationTime = 0
        #expect(throws: LibAVError.self) { try encoder.encode(small) { _ in } }
    }

    @Test func errorsOfTheBodyAreRethrown() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            try TestClip.encode(5, with: TestClip.encoder()) { _ in throw Full() }
        }
    }

    @Test func unfinishedEncoderIsFreed() throws {
        let encoder = try TestClip.encoder()
        let frame = try TestClip.gray(1)
        frame.presentationTime = 0
        try encoder.encode(frame) { _ in }
    }
}
