import Foundation
import MediaUnits
import Testing

@testable import LibAV

@Suite struct MuxerTests {
    @Test(arguments: ["mp4", "matroska", "mpegts"])
    func writtenPacketsAreReadBack(format: String) throws {
        let demuxer = try Demuxer(TestClip.bytes(30, format: format), analyze: true)
        #expect(demuxer.streamCount == 1)
        let stream = demuxer.streams[0]
        #expect(stream.kind == .video)
        #expect(stream.codec == "h264")
        #expect(stream.size == TestClip.size)
        #expect(try demuxer.packets { $0.byteCount }.count == 30)
    }

    @Test func unknownContainerIsRejected() {
        #expect(throws: LibAVError.self) {
            _ = try Muxer(inMemory: "no-such-container", subject: "test")
        }
    }

    @Test func unknownOptionIsReported() throws {
        let muxer = try Muxer(inMemory: "mp4", subject: "rung 720p")
        try muxer.addStream(TestClip.encoder(), timeBase: Rational(1, 25))
        let error = #expect(throws: LibAVError.self) {
            try muxer.writeHeader(options: ["movflag": "cmaf"])
        }
        let text = try #require(error).description
        #expect(text.contains("option movflag"))
        #expect(text.contains("rung 720p"))
    }

    @Test func containerWithoutStreamsIsRejected() throws {
        let muxer = try Muxer(inMemory: "mp4", subject: "test")
        #expect(throws: LibAVError.self) { try muxer.writeHeader(options: [:]) }
    }

    @Test func fileAndMemoryHaveTheSameBytes() throws {
        let path = NSTemporaryDirectory() + "muxer-\(UUID().uuidString):odd|name.mkv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let memory = try Muxer(inMemory: "matroska", subject: "test")
        let file = try Muxer("matroska", file: path, subject: "test")
        let encoder = try TestClip.encoder(options: ["bf": "0"])
        for muxer in [memory, file] {
            try muxer.addStream(encoder, timeBase: Rational(1, 1000))
            try muxer.writeHeader(options: [:])
        }
        try TestClip.encode(5, with: encoder) { packet in
            packet.streamIndex = 0
            packet.presentationTime = packet.presentationTime.map { $0 * 40 }
            packet.decodeTime = packet.presentationTime
            try memory.write(packet)
            try file.write(packet)
        }
        let inMemory = try memory.finish()
        #expect(try file.finish().isEmpty)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == inMemory)
    }

    @Test func fileThatCannotBeCreatedIsAnError() throws {
        let error = #expect(throws: LibAVError.self) {
            _ = try Muxer("mp4", file: "/no/such/folder/clip.mp4", subject: "clip")
        }
        #expect(try #require(error).subject == "clip")
    }

    /// The container determines the time base: Matroska has milliseconds.
    @Test func timeBaseIsThatOfTheContainer() throws {
        let muxer = try Muxer(inMemory: "matroska", subject: "test")
        try muxer.addStream(TestClip.encoder(), timeBase: Rational(1, 90_000))
        try muxer.writeHeader(options: [:])
        #expect(muxer.timeBase(of: 0) == Rational(1, 1000))
    }

    /// The bytes between two byte counts are one complete fragment.
    @Test func byteCountIsTheEndOfAFragment() throws {
        let encoder = try TestClip.encoder(options: ["g": "5", "bf": "0", "sc_threshold": "0"])
        let muxer = try Muxer(inMemory: "mp4", subject: "test")
        try muxer.addStream(encoder, timeBase: Rational(1, 25))
        try muxer.writeHeader(
            options: ["movflags": "cmaf+frag_custom+skip_trailer", "video_track_timescale": "25"])
        var ends = [muxer.byteCount]
        var number = 0
        try TestClip.encode(10, with: encoder) { packet in
            packet.streamIndex = 0
            packet.duration = 1
            try muxer.write(packet)
            number += 1
            if number % 5 == 0 {
                try muxer.endFragment()
                ends.append(muxer.byteCount)
            }
        }
        let bytes = try muxer.finish()
        #expect(ends.last == bytes.count)
        #expect(ends.count == 3)
        for start in ends.dropLast() {
            #expect(bytes[(start + 4)..<(start + 8)].elementsEqual("moof".utf8))
        }
    }

    @Test func unfinishedMuxerIsFreed() throws {
        _ = try Muxer(inMemory: "mp4", subject: "test")
        let muxer = try Muxer(inMemory: "matroska", subject: "test")
        try muxer.addStream(TestClip.encoder(), timeBase: Rational(1, 25))
        try muxer.writeHeader(options: [:])
    }

    /// Metadata of an upload is private, but for its rotation.
    @Test func copiedStreamRetainsItsRotationOnly() throws {
        let quarterTurn: [Int32] = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30]
        let source = try Demuxer(TestClip.rotated(TestClip.bytes(10), by: quarterTurn))
        #expect(source.streams[0].displayMatrix == quarterTurn)
        #expect(source.streams[0].language == "deu")
        let muxer = try Muxer(inMemory: "mp4", subject: "test")
        try muxer.addStream(copying: 0, of: source)
        try muxer.writeHeader(options: [:])
        let packet = try Packet()
        while try source.read(into: packet) { try muxer.interleave(packet) }
        let copy = try Demuxer(muxer.finish())
        #expect(copy.streams[0].displayMatrix == quarterTurn)
        #expect(copy.streams[0].language == "und")
        #expect(try copy.packets { $0.byteCount }.count == 10)
    }
}

extension TestClip {
    /// An MP4 with another display matrix (ISO/IEC 14496-12, 8.3.2) and the language German (8.4.2).
    static func rotated(_ file: [UInt8], by matrix: [Int32]) -> [UInt8] {
        let numbers = matrix.flatMap { BoxEditor.big(Int($0), bytes: 4) }
        let rotated = BoxEditor.edit(file, "tkhd") { header in
            Array(header[..<40]) + numbers + header[76...]
        }
        return BoxEditor.edit(rotated, "mdhd") { header in
            // Five bits per letter, offset by 0x60.
            Array(header[..<20]) + [0x10, 0xB5] + header[22...]
        }
    }
}
