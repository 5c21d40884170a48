import MediaUnits
import Testing

@testable import Packaging

/// Segments of synthetic video and audio units, read packet by packet.
@Suite struct TransportSegmentTests {
    private typealias Unit = TransportSegment.Unit

    /// A segment with its bytes and the byte ranges of its keyframes.
    private typealias Written = (segment: TransportSegment, bytes: [UInt8], keys: [Range<Int>])

    /// Makes segments of a rendition.
    private func segments(
        _ count: Int, frames: Int, rate: Rational = Rational(25), bytes: Int = 700,
        hasAudio: Bool = true
    ) -> [Written] {
        let frame = rate.inverse
        return (0..<count).map { index in
            let start = frame * (index * frames)
            func ticks(_ seconds: Rational) -> Int { TransportClock.ticks(seconds) }
            let video = (0..<frames).map { number in
                let time = start + frame * number
                return Unit(
                    presentation: ticks(time), decode: ticks(time - frame * 2), isKey: number == 0,
                    bytes: (0..<bytes + number).map { UInt8(($0 + number) & 0xFF) })
            }
            let audio = (0..<frames).map { number in
                let time = ticks(start + frame * number)
                return Unit(
                    presentation: time, decode: time, isKey: false,
                    bytes: [UInt8](repeating: UInt8(number & 0xFF), count: 40))
            }
            let segment = TransportSegment(
                index: index, videoUnits: video, audioUnits: hasAudio ? audio : nil,
                end: ticks(start + frame * (frames - 2)))
            let (written, keys) = segment.write()
            return (segment, written, keys)
        }
    }

    /// RFC 8216, 3: timestamps and continuity counters continue without interruption.
    @Test(arguments: [(1, 25), (20, 25), (25, 3), (33, 1)])
    func continuityCountersContinueOverSegments(count: Int, frames: Int) {
        var last: [Int: Int] = [:]
        for written in segments(count, frames: frames) {
            #expect(TransportPacketReader(written.bytes).discontinuities(after: &last).isEmpty)
        }
    }

    /// A segment depends on earlier ones only by its index, of which the tables have the last four bits.
    @Test func tablesDependOnTheIndexOnly() {
        let all = segments(18, frames: 5)
        let (tables, rest) = (all[17].bytes.prefix(376), all[17].bytes.dropFirst(376))
        #expect(tables == all[1].bytes.prefix(376))
        #expect(rest.count > 376)
    }

    @Test func elementaryStreamsAreUnchanged() {
        for written in segments(3, frames: 30) {
            let reader = TransportPacketReader(written.bytes)
            let (video, audio) = (reader.stream(0x100), reader.stream(0x101))
            #expect(video.bytes == written.segment.videoUnits?.flatMap(\.bytes))
            #expect(audio.bytes == written.segment.audioUnits?.flatMap(\.bytes))
            #expect(video.times == written.segment.videoUnits?.map(\.presentation))
            #expect(audio.times == written.segment.audioUnits?.map(\.presentation))
        }
    }

    /// RFC 8216, 3.2: the first two packets of a segment are the PAT and the PMT.
    @Test func segmentStartsWithTablesAndVideo() {
        for written in segments(2, frames: 4) {
            let packets = TransportPacketReader(written.bytes).packets
            #expect(packets.prefix(3).map(\.pid) == [0, 0x1000, 0x100])
            #expect(packets[2].clock != nil)
        }
    }

    /// RFC 8216, 4.3.3.6: ranges of I-frames exclude the tables; they are the transport packets of one access unit.
    @Test func keyRangesAreWholeAccessUnits() throws {
        for written in segments(2, frames: 7, bytes: 5_000) {
            let key = try #require(written.keys.first)
            #expect(
                written.keys.count == 1 && key.lowerBound == 376 && key.count.isMultiple(of: 188))
            let stream = TransportPacketReader(Array(written.bytes[key])).stream(0x100)
            #expect(stream.bytes == written.segment.videoUnits?[0].bytes)
        }
    }

    /// ISO/IEC 13818-1, 2.7.2: PCRs are at most 0.1 s apart, also over segments and at low frame rates.
    @Test(arguments: [Rational(1), Rational(5), Rational(24000, 1001), Rational(60)])
    func clockReferencesAreCloseTogether(rate: Rational) {
        let clocks = segments(3, frames: 12, rate: rate).flatMap {
            TransportPacketReader($0.bytes).packets.filter { $0.pid == 0x100 }.compactMap(\.clock)
        }
        let steps = zip(clocks, clocks.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { (1...9_000).contains($0) }, "\(steps.max() ?? 0)")
    }

    /// Each unit arrives at least 0.5 s before its presentation time, by the last PCR.
    @Test func unitsArriveBeforeTheirPresentationTime() {
        for written in segments(2, frames: 50) {
            var clock = 0
            for packet in TransportPacketReader(written.bytes).packets {
                clock = packet.clock ?? clock
                guard packet.isStart, [0x100, 0x101].contains(packet.pid) else { continue }
                let field = packet.payload[9..<14].map { Int($0) }
                let time = field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
                #expect(time - clock >= 45_000)
            }
        }
    }

    @Test func audioOnlySegmentHasClockReferences() {
        let time = TransportClock.origin
        let segment = TransportSegment(
            index: 0, videoUnits: nil,
            audioUnits: [Unit(presentation: time, decode: time, isKey: false, bytes: [1, 2, 3])],
            end: time + 20_000)
        let packets = TransportPacketReader(segment.write().bytes).packets
        #expect(packets.map(\.pid).prefix(3) == [0, 0x1000, 0x101])
        #expect(packets.compactMap(\.clock).count == 3)
    }

    /// The CRC of a table that includes its CRC is 0 (annex A).
    @Test func tablesHaveAValidCRC() {
        #expect(TransportTables.checksum(TransportTables.pat) == 0)
        #expect(TransportTables.checksum(TransportTables.pmt(hasVideo: true, hasAudio: true)) == 0)
        #expect(TransportTables.checksum(Array("123456789".utf8)) == 0x0376_E6E7)
    }
}
