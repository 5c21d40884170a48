import Testing

@testable import LibAV

/// Packets by the index of MP4, without the bytes of the upload.
@Suite struct DemuxerIndexTests {
    /// The properties of a packet without its content.
    private struct Entry: Equatable {
        let times: [Int?]
        let byteCount: Int
        let flags: [Bool]

        init(_ packet: borrowing Packet) {
            times = [packet.presentationTime, packet.decodeTime]
            byteCount = packet.byteCount
            flags = [packet.isKey, packet.isDiscarded, packet.isCorrupt]
        }
    }

    private func open(_ reader: MemoryReader, analyze: Bool) throws -> Demuxer {
        try Demuxer(reader, name: "clip", analyze: analyze) { false }
    }

    /// The whole clip, and parts that end within a packet; the index is before the packets, which are larger than libav's buffer.
    @Test(arguments: [100, 99, 80, 50])
    func indexHasTimesSizesAndFlags(percent: Int) throws {
        let clip = try TestClip.bytes(
            60, codec: "rawvideo", format: "mov", options: [:], muxing: ["moov_size": "8000"])
        let reader = MemoryReader(Array(clip.prefix(clip.count * percent / 100)))
        let analyzed = try open(reader, analyze: true)
        let demuxer = try open(reader, analyze: false)
        demuxer.readIndex(like: analyzed)
        let before = reader.bytesRead
        let entries = try demuxer.packets { Entry($0) }
        #expect(reader.bytesRead == before)
        #expect(entries == (try analyzed.packets { Entry($0) }))
        #expect(reader.bytesRead > before)
        #expect(percent == 100 ? entries.count == 60 : entries.contains { $0.flags[2] })
    }

    @Test func fingerprintOfTheSizeMatches() throws {
        let demuxer = try Demuxer(TestClip.bytes(3))
        let packet = try Packet()
        #expect(try demuxer.read(into: packet))
        let (content, size) = (packet.fingerprint, packet.sizeFingerprint)
        #expect(content != size)
        let first = [content, size, content &+ 1].map { packet.matches($0) }
        #expect(first == [true, true, false])
        #expect(try demuxer.read(into: packet))
        let second = [content, size].map { packet.matches($0) }
        #expect(second == [false, false])
    }
}
