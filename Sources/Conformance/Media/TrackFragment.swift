/// The times and sizes of a `traf` box (ISO/IEC 14496-12, 8.8).
struct TrackFragment {
    let track: UInt64
    /// `tfdt`, in ticks; `nil` if the box is missing.
    let decodeTime: UInt64?
    /// In ticks.
    let duration: UInt64
    /// In bytes.
    let byteCount: UInt64
    /// The largest end of a run's samples after the start of the `moof` box, in bytes; 0 without offsets.
    let dataEnd: UInt64

    /// The default duration and size of a track's samples.
    private struct Defaults {
        var duration: UInt64
        var size: UInt64
    }

    /// - Returns: `nil` if a box is truncated or its values overflow.
    init?(_ bytes: [UInt8], _ box: Box, tracks: [UInt64: InitSegmentTracks.Track]) {
        let (children, invalid) = Box.all(in: bytes, box.payload)
        guard invalid == nil, let header = children.first(where: { $0.type == "tfhd" }) else {
            return nil
        }
        var cursor = ByteCursor(bytes, header.payload)
        guard let flags = cursor.integer(4), let track = cursor.integer(4) else { return nil }
        let known = tracks[track]
        var defaults = Defaults(
            duration: known?.defaultDuration ?? 0, size: known?.defaultSize ?? 0)
        if flags & 0x1 != 0, cursor.skip(8) == nil { return nil }
        if flags & 0x2 != 0, cursor.skip(4) == nil { return nil }
        if flags & 0x8 != 0 {
            guard let value = cursor.integer(4) else { return nil }
            defaults.duration = value
        }
        if flags & 0x10 != 0 {
            guard let value = cursor.integer(4) else { return nil }
            defaults.size = value
        }
        self.track = track
        decodeTime = children.first { $0.type == "tfdt" }.flatMap { Self.decodeTime(bytes, $0) }
        var (duration, byteCount, dataEnd): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for run in children where run.type == "trun" {
            guard let (runDuration, size, offset) = Self.run(bytes, run, defaults) else {
                return nil
            }
            let (sum, overflow) = duration.addingReportingOverflow(runDuration)
            let (newCount, byteOverflow) = byteCount.addingReportingOverflow(size)
            guard !overflow, !byteOverflow else { return nil }
            (duration, byteCount) = (sum, newCount)
            guard let offset else { continue }
            let (end, endOverflow) = offset.addingReportingOverflow(size)
            guard !endOverflow else { return nil }
            dataEnd = max(dataEnd, end)
        }
        (self.duration, self.byteCount, self.dataEnd) = (duration, byteCount, dataEnd)
    }

    private static func decodeTime(_ bytes: [UInt8], _ box: Box) -> UInt64? {
        var cursor = ByteCursor(bytes, box.payload)
        guard let version = cursor.integer(1), cursor.skip(3) != nil else { return nil }
        return cursor.integer(version == 1 ? 8 : 4)
    }

    private static func run(
        _ bytes: [UInt8], _ box: Box, _ defaults: Defaults
    ) -> (duration: UInt64, size: UInt64, offset: UInt64?)? {
        var cursor = ByteCursor(bytes, box.payload)
        guard let flags = cursor.integer(4), let count = cursor.integer(4) else { return nil }
        var offset: UInt64?
        if flags & 0x1 != 0 {
            guard let value = cursor.integer(4), value < 1 << 31 else { return nil }
            offset = value
        }
        if flags & 0x4 != 0, cursor.skip(4) == nil { return nil }
        let sampleFields = flags & 0xF00
        guard sampleFields != 0 else {
            // Both factors have 32 bits.
            return (count * defaults.duration, count * defaults.size, offset)
        }
        var (duration, size): (UInt64, UInt64) = (0, 0)
        // Each pass consumes 4 bytes or more, so that the box bounds the loop; sums of 32-bit values cannot overflow.
        for _ in 0..<count {
            var (sampleDuration, sampleSize) = (defaults.duration, defaults.size)
            if flags & 0x100 != 0 {
                guard let value = cursor.integer(4) else { return nil }
                sampleDuration = value
            }
            if flags & 0x200 != 0 {
                guard let value = cursor.integer(4) else { return nil }
                sampleSize = value
            }
            if flags & 0x400 != 0, cursor.skip(4) == nil { return nil }
            if flags & 0x800 != 0, cursor.skip(4) == nil { return nil }
            duration += sampleDuration
            size += sampleSize
        }
        return (duration, size, offset)
    }
}
