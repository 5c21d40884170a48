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

    /// The number of samples.
    private(set) var count: UInt64 = 0
    /// The shortest time from one frame of video to the next when presented, in ticks; `nil` with fewer than two.
    ///
    /// Decode times can be closer at the start of a stream, where packagers insert the delay of reordered frames.
    private(set) var shortest: UInt64?
    /// From the first frame of video to the end of the last one when presented, in ticks; `nil` with fewer than two.
    private(set) var presentation: ClosedRange<Int64>?
    /// The times of sync samples of video after the first sample, in ticks.
    private(set) var syncTimes: [UInt64] = []

    /// The default values of a track's samples.
    private struct Defaults {
        var duration: UInt64
        var size: UInt64
        var flags: UInt64
        let isVideo: Bool
    }

    private struct Run {
        var duration: UInt64 = 0
        var size: UInt64 = 0
        var count: UInt64 = 0
        /// The presentation times of video in ticks; two of them if all samples are alike.
        var times: [Int64] = []
        var offset: UInt64?
        /// In ticks after the start of the run.
        var syncTimes: [UInt64] = []

        /// Whether `sample_is_non_sync_sample` is 0.
        static func isSync(_ flags: UInt64) -> Bool { flags & 0x1_0000 == 0 }
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
            duration: known?.defaultDuration ?? 0, size: known?.defaultSize ?? 0,
            flags: known?.defaultFlags ?? 0, isVideo: known?.kind == .video)
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
        if flags & 0x20 != 0 {
            guard let value = cursor.integer(4) else { return nil }
            defaults.flags = value
        }
        self.track = track
        decodeTime = children.first { $0.type == "tfdt" }.flatMap { Self.decodeTime(bytes, $0) }
        var times: [Int64] = []
        var (duration, byteCount, dataEnd): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for box in children where box.type == "trun" {
            guard let run = Self.run(bytes, box, defaults) else { return nil }
            let start = duration
            let (sum, overflow) = duration.addingReportingOverflow(run.duration)
            let (newCount, byteOverflow) = byteCount.addingReportingOverflow(run.size)
            guard !overflow, !byteOverflow else { return nil }
            (duration, byteCount) = (sum, newCount)
            count += run.count
            times += run.times.map { Int64(clamping: start) &+ $0 }
            // No time of a run is above its duration.
            syncTimes += run.syncTimes.map { start + $0 }
            guard let offset = run.offset else { continue }
            let (end, endOverflow) = offset.addingReportingOverflow(run.size)
            guard !endOverflow else { return nil }
            dataEnd = max(dataEnd, end)
        }
        times.sort()
        shortest = zip(times, times.dropFirst()).map { UInt64(clamping: $1 &- $0) }
            .filter { $0 > 0 }.min()
        if let first = times.first, let last = times.last, times.count == count, count > 1 {
            // The frame before the last one lasts about as long.
            let end = last &+ (last &- times[times.count - 2])
            presentation = first...max(first, end)
        }
        (self.duration, self.byteCount, self.dataEnd) = (duration, byteCount, dataEnd)
    }

    private static func decodeTime(_ bytes: [UInt8], _ box: Box) -> UInt64? {
        var cursor = ByteCursor(bytes, box.payload)
        guard let version = cursor.integer(1), cursor.skip(3) != nil else { return nil }
        return cursor.integer(version == 1 ? 8 : 4)
    }

    private static func run(_ bytes: [UInt8], _ box: Box, _ defaults: Defaults) -> Run? {
        var cursor = ByteCursor(bytes, box.payload)
        guard let flags = cursor.integer(4), let count = cursor.integer(4) else { return nil }
        var run = Run(count: count)
        if flags & 0x1 != 0 {
            guard let value = cursor.integer(4), value < 1 << 31 else { return nil }
            run.offset = value
        }
        var firstFlags = defaults.flags
        if flags & 0x4 != 0 {
            guard let value = cursor.integer(4) else { return nil }
            firstFlags = value
        }
        guard flags & 0xF00 != 0 else {
            // Both factors have 32 bits. All samples after the first one have equal flags.
            (run.duration, run.size) = (count * defaults.duration, count * defaults.size)
            guard count > 0 else { return run }
            if defaults.isVideo, count > 1 { run.times = [0, Int64(defaults.duration)] }
            if defaults.isVideo, Run.isSync(firstFlags) { run.syncTimes = [0] }
            return run
        }
        // Each pass consumes 4 bytes or more, so that the box bounds the loop; sums of 32-bit values cannot overflow.
        for index in 0..<count {
            var (duration, size) = (defaults.duration, defaults.size)
            var sampleFlags = index == 0 ? firstFlags : defaults.flags
            if flags & 0x100 != 0 {
                guard let value = cursor.integer(4) else { return nil }
                duration = value
            }
            if flags & 0x200 != 0 {
                guard let value = cursor.integer(4) else { return nil }
                size = value
            }
            if flags & 0x400 != 0 {
                guard let value = cursor.integer(4) else { return nil }
                if index > 0 || flags & 0x4 == 0 { sampleFlags = value }
            }
            var offset: Int32 = 0
            if flags & 0x800 != 0 {
                guard let value = cursor.integer(4) else { return nil }
                offset = Int32(truncatingIfNeeded: value)
            }
            if defaults.isVideo { run.times.append(Int64(clamping: run.duration) + Int64(offset)) }
            if defaults.isVideo, Run.isSync(sampleFlags) { run.syncTimes.append(run.duration) }
            run.duration += duration
            run.size += size
        }
        return run
    }
}
