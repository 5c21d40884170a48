import MediaUnits
import Testing

@testable import Packaging

/// Segments of made-up pictures and sounds, read packet by packet.
@Suite struct TransportSegmentTests {
    private typealias Unit = TransportSegment.Unit

    /// Some segments of a rendition, each of so many pictures of so many bytes.
    private func segments(
        _ count: Int, pictures: Int, rate: Rational = Rational(25), bytes: Int = 700,
        hasAudio: Bool = true
    ) -> [(segment: TransportSegment, bytes: [UInt8], keys: [Range<Int>])] {
        let frame = rate.inverse
        return (0..<count).map { index in
            let start = frame * (index * pictures)
            func ticks(_ seconds: Rational) -> Int { TransportClock.ticks(seconds) }
            let video = (0..<pictures).map { number in
                let time = start + frame * number
                return Unit(
                    presentation: ticks(time), decode: ticks(time - frame * 2), isKey: number == 0,
                    bytes: (0..<bytes + number).map { UInt8(($0 + number) & 0xFF) })
            }
            let audioTracks = (0..<pictures).map { number in
                let time = ticks(start + frame * number)
                return Unit(
                    presentation: time, decode: time, isKey: false,
                    bytes: [UInt8](repeating: UInt8(number & 0xFF), count: 40))
            }
            let segment = TransportSegment(
                index: index, pictures: video, audioTracks: hasAudio ? audioTracks : nil,
                end: ticks(start + frame * (pictures - 2)))
            let (written, keys) = segment.write()
            return (segment, written, keys)
        }
    }

    /// RFC 8216, 3: timestamps and continuity counters continue without interruption.
    @Test(arguments: [(1, 25), (20, 25), (25, 3), (33, 1)])
    func countersGoOnOverSegments(count: Int, pictures: Int) {
        var last: [Int: Int] = [:]
        for part in segments(count, pictures: pictures) {
            #expect(TransportPacketReader(part.bytes).jumps(after: &last).isEmpty)
        }
    }

    /// What a segment holds does not depend on those before it but by its number.
    @Test func segmentsKnowNoOthers() {
        let whole = segments(18, pictures: 5)
        let (tables, rest) = (whole[17].bytes.prefix(376), whole[17].bytes.dropFirst(376))
        #expect(tables == whole[1].bytes.prefix(376))
        #expect(rest.count > 376)
    }

    @Test func theElementaryStreamsAreWhatWentIn() {
        for part in segments(3, pictures: 30) {
            let reader = TransportPacketReader(part.bytes)
            let (video, audio) = (reader.stream(0x100), reader.stream(0x101))
            #expect(video.bytes == part.segment.pictures?.flatMap(\.bytes))
            #expect(audio.bytes == part.segment.audioTracks?.flatMap(\.bytes))
            #expect(video.times == part.segment.pictures?.map(\.presentation))
            #expect(audio.times == part.segment.audioTracks?.map(\.presentation))
        }
    }

    /// RFC 8216, 3.2: the first two packets of a segment are to be the tables.
    @Test func tablesComeFirstAndThenTheFirstPicture() {
        for part in segments(2, pictures: 4) {
            let packets = TransportPacketReader(part.bytes).packets
            #expect(packets.prefix(3).map(\.pid) == [0, 0x1000, 0x100])
            #expect(packets[2].clock != nil)
        }
    }

    /// RFC 8216, 4.3.3.6: the ranges of I-frames leave out the tables; they are whole packets of one picture.
    @Test func keysAreWholePictures() throws {
        for part in segments(2, pictures: 7, bytes: 5_000) {
            let key = try #require(part.keys.first)
            #expect(part.keys.count == 1 && key.lowerBound == 376 && key.count.isMultiple(of: 188))
            let stream = TransportPacketReader(Array(part.bytes[key])).stream(0x100)
            #expect(stream.bytes == part.segment.pictures?[0].bytes)
        }
    }

    /// ISO/IEC 13818-1, 2.7.2: at most 0.1 s from one clock to the next, also over segments and with few pictures.
    @Test(arguments: [Rational(1), Rational(5), Rational(24000, 1001), Rational(60)])
    func clocksAreNeverFarApart(rate: Rational) {
        let clocks = segments(3, pictures: 12, rate: rate).flatMap {
            TransportPacketReader($0.bytes).packets.filter { $0.pid == 0x100 }.compactMap(\.clock)
        }
        let steps = zip(clocks, clocks.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { (1...9_000).contains($0) }, "\(steps.max() ?? 0)")
    }

    /// Whatever is shown at a time arrives before it, by the clock that came last.
    @Test func everythingArrivesBeforeItIsShown() {
        for part in segments(2, pictures: 50) {
            var clock = 0
            for packet in TransportPacketReader(part.bytes).packets {
                clock = packet.clock ?? clock
                guard packet.isStart, [0x100, 0x101].contains(packet.pid) else { continue }
                let field = packet.payload[9..<14].map { Int($0) }
                let time = field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
                #expect(time - clock >= 45_000)
            }
        }
    }

    @Test func soundAloneCarriesTheClock() {
        let time = TransportClock.origin
        let segment = TransportSegment(
            index: 0, pictures: nil,
            audioTracks: [Unit(presentation: time, decode: time, isKey: false, bytes: [1, 2, 3])],
            end: time + 20_000)
        let packets = TransportPacketReader(segment.write().bytes).packets
        #expect(packets.map(\.pid).prefix(3) == [0, 0x1000, 0x101])
        #expect(packets.compactMap(\.clock).count == 3)
    }

    /// The annex's own check: a table with its checksum behind it leaves nothing.
    @Test func tablesCheck() {
        #expect(TransportTables.checksum(TransportTables.association) == 0)
        #expect(TransportTables.checksum(TransportTables.map(hasVideo: true, hasAudio: true)) == 0)
        #expect(TransportTables.checksum(Array("123456789".utf8)) == 0x0376_E6E7)
    }
}
