internal import MediaUnits

/// One segment as an MPEG transport stream: PAT and PMT, then video and audio units in decode order.
///
/// Continuity counters continue over segments (RFC 8216, 3), although segments are written independently: every segment
/// has a multiple of 16 packets with payload of each stream, so each starts at counter 0; the tables, with one packet per
/// segment, have the segment's index as their counter.
struct TransportSegment {
    /// A video access unit or several audio frames, with times in ticks of 1/90,000 s.
    struct Unit {
        let presentation: Int
        let decode: Int
        let isKey: Bool
        let bytes: [UInt8]
    }

    let index: Int
    /// The video units, in decode order; `nil` if the rendition has no video.
    let videoUnits: [Unit]?
    /// The audio units, in decode order; `nil` if the rendition has no audio.
    let audioUnits: [Unit]?
    /// The decode time of the next segment's first unit, in ticks.
    let end: Int

    /// The ticks from a unit's PCR to its decode time: the time to fill a decoder's buffer, a common choice.
    private static let bufferDelay = TransportClock.rate / 2
    /// The ticks between two PCRs, which may be 0.1 s apart at most (ISO/IEC 13818-1, 2.7.2).
    private static let clockDistance = TransportClock.rate * 8 / 100

    private enum Item {
        case unit(PESPacket, extra: Int)
        case clock(ClockReference)
    }

    /// Writes the segment.
    ///
    /// - Returns: The bytes, and the byte range of each IDR picture, without the tables (RFC 8216, 4.3.3.6).
    func write() -> (bytes: [UInt8], keys: [Range<Int>]) {
        let tableCounter = UInt8(index & 15)
        var packets = TransportPackets(counters: [
            TransportTables.patPID: tableCounter, TransportTables.pmtPID: tableCounter,
        ])
        packets.write(section: TransportTables.pat, pid: TransportTables.patPID)
        packets.write(
            section: TransportTables.pmt(
                hasVideo: videoUnits != nil, hasAudio: audioUnits != nil),
            pid: TransportTables.pmtPID)
        var keys: [Range<Int>] = []
        for item in items() {
            let start = packets.bytes.count
            switch item {
            case .clock(let clock): packets.write(clock: clock, pid: clockPID)
            case .unit(let packet, let extra):
                packets.write(packet, extra: extra)
                let isVideo = packet.pid == TransportTables.videoPID
                if isVideo && packet.isKey { keys.append(start..<packets.bytes.count) }
            }
        }
        return (packets.bytes, keys)
    }

    private var clockPID: UInt16 { TransportTables.clockPID(hasVideo: videoUnits != nil) }

    /// All packets after the tables, by decode time, video first.
    private func items() -> [Item] {
        let video = padded(elements(videoUnits ?? [], TransportTables.videoPID))
        let audio = padded(elements(audioUnits ?? [], TransportTables.audioPID))
        let clocks = videoUnits == nil ? clocks(between: audio) : clocks(between: video)
        return (video + clocks + audio).enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element.item)
    }

    private func elements(_ units: [Unit], _ pid: UInt16) -> [PESPacket] {
        units.map { unit in
            PESPacket(
                pid: pid, presentation: unit.presentation, decode: unit.decode, isKey: unit.isKey,
                clock: pid == clockPID
                    ? ClockReference(ticks: unit.decode - Self.bufferDelay) : nil,
                payload: unit.bytes)
        }
    }

    /// Spreads the last PES packets over additional transport packets, up to a multiple of 16 in total.
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

    /// Returns additional PCRs between elements that are too far apart.
    private func clocks(between elements: [(time: Int, item: Item)]) -> [(time: Int, item: Item)] {
        let times = elements.map(\.time)
        return zip(times, times.dropFirst() + [end]).flatMap { start, next in
            stride(from: start + Self.clockDistance, to: next, by: Self.clockDistance).map {
                ($0, Item.clock(ClockReference(ticks: $0 - Self.bufferDelay)))
            }
        }
    }
}
