internal import MediaUnits

/// One segment as an MPEG transport stream: tables, then pictures and sound in order of time.
///
/// Continuity counters go on over segments (RFC 8216, 3), though no segment knows another: every segment has a multiple of
/// 16 packets with payload on each stream, so each starts at 0 where the one before has ended; the tables, one packet each
/// a segment, count the segments.
struct TransportSegment {
    /// A picture or a run of sound, its times in ticks of 1/90,000 s.
    struct Unit {
        let presentation: Int
        let decode: Int
        let isKey: Bool
        let bytes: [UInt8]
    }

    let index: Int
    /// In decode order; `nil`: the rendition has none.
    let pictures: [Unit]?
    let audioTracks: [Unit]?
    /// Ticks at which the next segment's first unit is decoded.
    let end: Int

    /// How far the clock is behind what is decoded then: the time that a decoder's buffer has to fill, chosen as many do.
    private static let lead = TransportClock.rate / 2
    /// Ticks between two clocks, which may be 0.1 s apart at most (ISO/IEC 13818-1, 2.7.2).
    private static let clockDistance = TransportClock.rate * 8 / 100

    private enum Item {
        case unit(PESPacket, extra: Int)
        case clock(ClockReference)
    }

    /// - Returns: The bytes, and where in them each IDR picture lies, without the tables (RFC 8216, 4.3.3.6).
    func write() -> (bytes: [UInt8], keys: [Range<Int>]) {
        let tableCounter = UInt8(index & 15)
        var packets = TransportPackets(counters: [
            TransportTables.associationPID: tableCounter, TransportTables.mapPID: tableCounter,
        ])
        packets.write(section: TransportTables.association, pid: TransportTables.associationPID)
        packets.write(
            section: TransportTables.map(hasVideo: pictures != nil, hasAudio: audioTracks != nil),
            pid: TransportTables.mapPID)
        var keys: [Range<Int>] = []
        for item in items() {
            let start = packets.bytes.count
            switch item {
            case .clock(let clock): packets.write(clock: clock, pid: clockPID)
            case .unit(let packet, let extra):
                packets.write(packet, extra: extra)
                let isPicture = packet.pid == TransportTables.videoPID
                if isPicture && packet.isKey { keys.append(start..<packets.bytes.count) }
            }
        }
        return (packets.bytes, keys)
    }

    private var clockPID: UInt16 { TransportTables.clockPID(hasVideo: pictures != nil) }

    /// Everything behind the tables: by decode time, pictures first.
    private func items() -> [Item] {
        let video = padded(elements(pictures ?? [], TransportTables.videoPID))
        let audio = padded(elements(audioTracks ?? [], TransportTables.audioPID))
        let clocks = pictures == nil ? clocks(between: audio) : clocks(between: video)
        return (video + clocks + audio).enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element.item)
    }

    private func elements(_ units: [Unit], _ pid: UInt16) -> [PESPacket] {
        units.map { unit in
            PESPacket(
                pid: pid, presentation: unit.presentation, decode: unit.decode, isKey: unit.isKey,
                clock: pid == clockPID ? ClockReference(ticks: unit.decode - Self.lead) : nil,
                payload: unit.bytes)
        }
    }

    /// Spreads the last ones over more packets than they need, up to a multiple of 16 in all.
    private func padded(_ packets: [PESPacket]) -> [(time: Int, item: Item)] {
        let count = packets.reduce(0) { $0 + TransportPackets.count(of: $1) }
        var missing = (16 - count % 16) % 16
        let items = packets.reversed().map { packet in
            let extra = min(missing, TransportPackets.slack(of: packet))
            missing -= extra
            return (packet.decode, Item.unit(packet, extra: extra))
        }
        return items.reversed()
    }

    /// Clocks where the elements are too far apart to carry them all.
    private func clocks(between elements: [(time: Int, item: Item)]) -> [(time: Int, item: Item)] {
        let times = elements.map(\.time)
        return zip(times, times.dropFirst() + [end]).flatMap { start, next in
            stride(from: start + Self.clockDistance, to: next, by: Self.clockDistance).map {
                ($0, Item.clock(ClockReference(ticks: $0 - Self.lead)))
            }
        }
    }
}
