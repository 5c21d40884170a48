/// An elementary stream of an MPEG-TS segment: its times, its first access unit and its audio frames.
struct ElementaryStream {
    enum Kind { case video, audio, other }

    /// The longest bytes of an access unit that are examined: parameter sets and the first slice are in them.
    private static let longestHead = 64 << 10
    /// The longest PES packet of audio whose frames are counted, in bytes.
    private static let longestAudio = 1 << 20

    let coding: TransportCoding
    /// The first decode time, in ticks.
    private(set) var start: Int64?
    /// The position of the first PES packet in the file.
    private(set) var offset: Int64?
    /// The first bytes of the first access unit.
    private(set) var head: [UInt8] = []
    /// Whether the first access unit has the random access indicator.
    private(set) var startsWithRandomAccess = false
    /// The decode times of random access points after `start`, in ticks.
    private(set) var randomAccessTimes: [Int64] = []
    /// Access units of video, or PES packets of audio.
    private(set) var units = 0
    /// The presentation times of video, in ticks after `start`.
    private var presentations: [Int64] = []

    private var last: Int64 = 0
    /// Ticks from `start` to the last unit.
    private var elapsed: Int64 = 0
    private var lastAudio: [UInt8] = []
    private var isInFirstUnit = false

    init(_ coding: TransportCoding) { self.coding = coding }

    var kind: Kind { coding.kind }

    /// The time from the first unit to the end of the last one, in seconds; `nil` if it cannot be determined.
    var duration: Double? {
        guard start != nil else { return nil }
        let seconds = Double(elapsed) / TransportClock.rate
        // PES packets have different numbers of audio frames.
        if kind == .audio { return AudioFrames(lastAudio[...]).map { seconds + $0.duration } }
        // The last unit lasts as long as the others on average.
        return units > 1 ? seconds * Double(units) / Double(units - 1) : nil
    }

    /// The time from the first frame of video to the end of the last one when presented, in seconds; `nil` with fewer than two.
    var presentationDuration: Double? {
        let times = presentations.sorted()
        guard let first = times.first, let last = times.last, times.count > 1 else { return nil }
        // The frame before the last one lasts about as long.
        return Double(last - first + last - times[times.count - 2]) / TransportClock.rate
    }

    /// The shortest time from one frame of video to the next when presented, in ticks; `nil` with fewer than two.
    var shortestUnit: Int64? {
        let times = presentations.sorted()
        return zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min()
    }

    mutating func read(_ bytes: [UInt8], _ packet: TransportPacket, offset: Int64) {
        var content = bytes[packet.payload]
        if packet.isUnitStart {
            isInFirstUnit = self.offset == nil
            if self.offset == nil { self.offset = offset }
            guard let header = PacketHeader(bytes, packet.payload) else { return }
            content = bytes[min(header.end, packet.payload.upperBound)..<packet.payload.upperBound]
            if kind == .audio { lastAudio = [] }
            if let time = header.decodeTime {
                add(time, packet.isRandomAccess)
                if kind == .video, let shown = header.presentationTime {
                    let delay = TransportClock.distance(from: time, to: shown)
                    presentations.append(elapsed + delay)
                }
            }
        }
        if isInFirstUnit, head.count < Self.longestHead { head += content }
        if kind == .audio, lastAudio.count < Self.longestAudio { lastAudio += content }
    }

    private mutating func add(_ time: Int64, _ isRandomAccess: Bool) {
        if start == nil {
            (start, last) = (time, time)
            startsWithRandomAccess = isRandomAccess
        } else {
            let step = TransportClock.distance(from: last, to: time)
            last = time
            elapsed += step
            if isRandomAccess { randomAccessTimes.append(elapsed) }
        }
        units += 1
    }

    /// The header of a PES packet (ISO/IEC 13818-1, 2.4.3.6).
    private struct PacketHeader {
        /// The decode time, or else the presentation time, in ticks; `nil` without timestamps.
        let decodeTime: Int64?
        let presentationTime: Int64?
        /// The position of the payload.
        let end: Int

        init?(_ bytes: [UInt8], _ range: Range<Int>) {
            var cursor = ByteCursor(bytes, range)
            guard cursor.integer(3) == 1, cursor.skip(4) != nil, let flags = cursor.integer(1),
                let count = cursor.integer(1)
            else { return nil }
            end = cursor.position + Int(count)
            presentationTime = flags & 0x80 != 0 ? Self.time(&cursor) : nil
            let decode = flags & 0xC0 == 0xC0 ? Self.time(&cursor) : nil
            decodeTime = decode ?? presentationTime
        }

        private static func time(_ cursor: inout ByteCursor) -> Int64? {
            guard let field = cursor.integer(5) else { return nil }
            let high = field >> 33 & 0x7
            let middle = field >> 17 & 0x7FFF
            let low = field >> 1 & 0x7FFF
            return Int64(high << 30 | middle << 15 | low)
        }
    }
}
