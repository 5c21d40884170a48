import Foundation
import MediaUnits
import Synchronization
import TestSupport
import Testing

@testable import LibAV

@Suite struct DemuxerTests {
    @Test func videoStreamIsDescribed() throws {
        let demuxer = try Demuxer(TestClip.bytes(30), analyze: true)
        let stream = demuxer.streams[0]
        #expect(demuxer.formatName == "mov,mp4,m4a,3gp,3g2,mj2")
        #expect(stream.index == 0)
        #expect(stream.profile == "High")
        #expect(stream.isDecodable)
        #expect(stream.averageFrameRate == TestClip.frameRate)
        #expect(stream.announcedFrameCount == 30)
        #expect(stream.duration.map { stream.timeBase * $0 } == Rational(30, 25))
        #expect(stream.displayMatrix == nil)
        #expect(!stream.isDolbyVisionOnly)
        #expect(!stream.disposition.isAttachedPicture)
    }

    /// Dolby Vision Streams within the ISO Base Media File Format, 3.2: the compatibility of the base layer.
    @Test(arguments: [(profile: 5, compatibility: 0, isOnly: true), (8, 4, false), (8, 1, false)])
    func dolbyVisionWithoutBaseLayerIsDetected(
        profile: Int, compatibility: Int, isOnly: Bool
    ) throws {
        let level = 3
        let record =
            [1, 0, UInt8(profile << 1 | level >> 5), UInt8(level << 3 | 0b101)]
            + [UInt8(compatibility << 4)] + [UInt8](repeating: 0, count: 19)
        let clip = BoxEditor.edit(try TestClip.bytes(10), "stsd") { content in
            let box = BoxEditor.big(record.count + 8, bytes: 4) + Array("dvvC".utf8) + record
            let entry = Array(content.dropFirst(8))
            let size = entry.prefix(4).reduce(0) { $0 << 8 | Int($1) } + box.count
            return content.prefix(8) + BoxEditor.big(size, bytes: 4) + entry.dropFirst(4) + box
        }
        #expect(try Demuxer(clip).streams[0].isDolbyVisionOnly == isOnly)
    }

    @Test func audioStreamIsDescribed() throws {
        let demuxer = try Demuxer(WaveFile.tone(sampleCount: 4_800, sampleRate: 44_100))
        let stream = demuxer.streams[0]
        #expect(stream.kind == .audio)
        #expect(stream.codec == "pcm_s16le")
        #expect(stream.sampleRate == 44_100)
        #expect(stream.channelCount == 2)
    }

    /// libav requests 64 KiB at a time; a reader may return less.
    @Test(arguments: [1, 7, 4096]) func shortReadsAreSupported(count: Int) throws {
        let bytes = try TestClip.bytes(10)
        let reader = MemoryReader(bytes, largestRead: count)
        let demuxer = try Demuxer(reader, name: "clip", analyze: true) { false }
        #expect(try demuxer.packets { $0.fingerprint } == Demuxer(bytes).packets { $0.fingerprint })
    }

    @Test func onlyPacketsOfSelectedStreamsAreRead() throws {
        let demuxer = try Demuxer(TestClip.bytes(10), analyze: true)
        demuxer.select([])
        #expect(try demuxer.packets { $0.streamIndex }.isEmpty)
    }

    @Test(arguments: [0, 10, 15, 29])
    func seekReachesTheKeyframeAtOrBefore(number: Int) throws {
        let demuxer = try Demuxer(TestClip.bytes(30))
        let ticks = (TestClip.frameRate.inverse / demuxer.streams[0].timeBase).rounded
        try demuxer.seek(stream: 0, to: number * ticks)
        let packet = try Packet()
        #expect(try demuxer.read(into: packet))
        #expect(packet.presentationTime == number / 10 * 10 * ticks)
    }

    // MARK: Hostile and corrupt uploads

    @Test(arguments: [
        "", "x", "version https://git-lfs.github.com/spec/v1\n",
        String(repeating: "\u{0}", count: 5_000),
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile other.mp4\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
        "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>",
    ])
    func filesWithoutMediaOrWithReferencesAreRejected(text: String) throws {
        let error = #expect(throws: LibAVError.self) {
            _ = try Demuxer(Array(text.utf8), analyze: true)
        }
        #expect(try #require(error).subject == "clip")
    }

    /// QuickTime can store its media in another file (data reference "alis"), which exists here.
    @Test func mediaInAnotherFileIsNeverRead() throws {
        let clip = try TestClip.bytes(10)
        let path = NSTemporaryDirectory() + "other-\(UUID().uuidString).mov"
        try Data(clip).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let external = BoxEditor.edit(clip, "dref") { _ in Self.externalReference(to: path) }
        let demuxer = try Demuxer(external)
        #expect(demuxer.streamCount == 1)
        #expect(try demuxer.packets { $0.byteCount }.isEmpty)
        let unchanged = try Demuxer(BoxEditor.edit(clip, "dref") { $0 })
        #expect(try unchanged.packets { $0.byteCount }.count == 10)
    }

    /// The content of a `dref` box with one alias record (QuickTime File Format, data references).
    private static func externalReference(to path: String) -> [UInt8] {
        let end: [UInt8] = [0xFF, 0xFF, 0, 0]
        let absolutePath =
            BoxEditor.big(2, bytes: 2) + BoxEditor.big(path.utf8.count, bytes: 2)
            + Array(path.utf8) + (path.utf8.count.isMultiple(of: 2) ? [] : [0])
        let record = [UInt8](repeating: 0, count: 150) + absolutePath + end
        let entry =
            BoxEditor.big(record.count + 12, bytes: 4) + Array("alis".utf8) + [0, 0, 0, 0] + record
        return [0, 0, 0, 0] + BoxEditor.big(1, bytes: 4) + entry
    }

    @Test(arguments: ["mp4", "matroska", "mpegts", "avi"])
    func truncatedUploadEndsWithoutCrash(format: String) throws {
        let clip = try TestClip.bytes(30, format: format)
        for eighths in 1..<8 {
            let truncated = Array(clip.prefix(clip.count * eighths / 8))
            // Opening fails, or the remaining packets are read; neither may crash or run forever.
            guard let demuxer = try? Demuxer(truncated, analyze: true) else { continue }
            let packet = try Packet()
            var count = 0
            while (try? demuxer.read(into: packet)) ?? false { count += 1 }
            #expect(count <= 30)
        }
    }

    // MARK: Reading

    /// At the first byte, in the middle of the header, and after it.
    @Test(arguments: ["mp4", "matroska", "mpegts"], [0, 20, 200])
    func errorOfTheReaderIsThrown(format: String, offset: Int) throws {
        let reader = MemoryReader(
            try TestClip.bytes(30, format: format), largestRead: 100, failsFrom: offset)
        #expect(throws: MemoryReader.Failure.self) {
            _ = try Demuxer(reader, name: "clip", analyze: true) { false }
        }
    }

    @Test func laterErrorOfTheReaderIsThrown() throws {
        // Large enough that libav has not buffered the whole file when it is opened.
        let clip = try TestClip.bytes(
            60, codec: "rawvideo", format: "matroska", options: [:])
        let reader = MemoryReader(clip, failsFrom: clip.count / 2)
        let demuxer = try Demuxer(reader, name: "clip", analyze: false) { false }
        #expect(throws: MemoryReader.Failure.self) { _ = try demuxer.packets { $0.byteCount } }
    }

    @Test(arguments: ["mp4", "matroska", "mpegts"])
    func stopInterruptsOpening(format: String) throws {
        let clip = try TestClip.bytes(30, format: format)
        let error = #expect(throws: LibAVError.self) {
            _ = try Demuxer(MemoryReader(clip), name: "clip", analyze: true) { true }
        }
        #expect(try #require(error).isInterrupted)
    }

    @Test func stopInterruptsReading() throws {
        let clip = try TestClip.bytes(
            60, codec: "rawvideo", format: "matroska", options: [:])
        let flag = Flag()
        let demuxer = try Demuxer(MemoryReader(clip), name: "clip", analyze: false) { flag.isSet }
        let packet = try Packet()
        #expect(try demuxer.read(into: packet))
        flag.set()
        let error = #expect(throws: LibAVError.self) { _ = try demuxer.packets { $0.byteCount } }
        #expect(try #require(error).isInterrupted)
    }

    @Test func readerIsReleasedWithTheDemuxer() throws {
        weak var reader: MemoryReader?
        do {
            let strong = MemoryReader(try TestClip.bytes(3))
            reader = strong
            let demuxer = try Demuxer(strong, name: "clip", analyze: true) { false }
            #expect(demuxer.streamCount == 1)
        }
        #expect(reader == nil)
        do {
            let strong = MemoryReader([1, 2, 3])
            reader = strong
            #expect(throws: LibAVError.self) {
                _ = try Demuxer(strong, name: "clip", analyze: true) { false }
            }
        }
        #expect(reader == nil)
    }
}

/// A flag that one thread sets and another one reads.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
