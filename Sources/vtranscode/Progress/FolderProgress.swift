/// How far a whole run is, from what is known of its uploads; never smaller than before.
///
/// Each upload weighs what its encoding is expected to cost. Where that is not known yet, the work
/// of the uploads that are planned says what a byte of the others costs. Uploads that needed no
/// work (unchanged, failed) leave the sum: with them in it, half of the work would not be half of
/// the time.
struct FolderProgress {
    /// One upload of the run: its path and its package's name.
    struct Key: Hashable {
        let upload: String
        let name: String
    }

    private struct Upload {
        /// Expected work, in units that only compare.
        let work: Double
        let bytes: Int
        var fraction = 0.0
    }

    private(set) var uploadCount = 0
    private(set) var finishedCount = 0
    private(set) var failedCount = 0
    /// Share of the expected work that is done, 0...1.
    private(set) var fraction = 0.0

    private var uploads: [Key: Upload] = [:]
    /// Bytes and number of the uploads that no plan is known of and no end.
    private var unplannedBytes = 0
    private var unplannedCount = 0
    /// Where the speed is measured from: resumed work must not count as done at once.
    private var origin: (time: Double, fraction: Double)?

    mutating func start(uploads: Int, bytes: Int) {
        uploadCount = uploads
        unplannedCount = uploads
        unplannedBytes = bytes
    }

    /// Takes an upload's duration in seconds, its rungs' names and its size in bytes, 0 if unknown.
    mutating func plan(_ key: Key, duration: Double, rungs: [String], bytes: Int) {
        guard uploads[key] == nil else { return }
        let work = Self.expectedWork(duration: duration, rungs: rungs)
        uploads[key] = Upload(work: work, bytes: bytes)
        leaveUnplanned(bytes: bytes)
        update()
    }

    /// Takes an upload's progress, at a time in seconds from any start.
    mutating func advance(_ key: Key, to fraction: Double, at time: Double) {
        if uploads[key] == nil { plan(key, duration: 0, rungs: [], bytes: 0) }
        let known = uploads[key]?.fraction ?? 0
        uploads[key]?.fraction = max(known, min(1, fraction.isNaN ? 0 : fraction))
        update()
        if origin == nil { origin = (time, self.fraction) }
    }

    /// Takes an upload's end; `didWork` says whether its expected work was done.
    mutating func finish(_ key: Key, didWork: Bool, isFailure: Bool, bytes: Int) {
        finishedCount += 1
        if isFailure { failedCount += 1 }
        if uploads[key] == nil {
            leaveUnplanned(bytes: bytes)
        } else if didWork {
            uploads[key]?.fraction = 1
        } else {
            uploads[key] = nil
        }
        update()
    }

    /// Seconds that are left at the speed so far.
    ///
    /// - Returns: `nil` in the first second, below 1 % of progress and at the end.
    func remaining(at time: Double) -> Double? {
        guard let origin, fraction < 1, time - origin.time >= 1, fraction - origin.fraction >= 0.01
        else {
            return nil
        }
        return (time - origin.time) / (fraction - origin.fraction) * (1 - fraction)
    }

    private mutating func leaveUnplanned(bytes: Int) {
        unplannedCount = max(0, unplannedCount - 1)
        unplannedBytes = unplannedCount == 0 ? 0 : max(0, unplannedBytes - bytes)
    }

    private mutating func update() {
        guard finishedCount < uploadCount else {
            fraction = 1
            return
        }
        let work = uploads.values.reduce(0) { $0 + $1.work }
        let done = uploads.values.reduce(0) { $0 + $1.work * $1.fraction }
        let total = work + unplannedWork(planned: work)
        guard total > 0 else { return }
        // 1 is for when the last upload has ended.
        fraction = max(fraction, min(0.999, done / total))
    }

    /// What the uploads without a plan will cost, as the others do: by their bytes, else by their
    /// number.
    private func unplannedWork(planned work: Double) -> Double {
        guard unplannedCount > 0, !uploads.isEmpty else { return 0 }
        let bytes = uploads.values.reduce(0) { $0 + $1.bytes }
        return bytes > 0 && unplannedBytes > 0
            ? work * Double(unplannedBytes) / Double(bytes)
            : work * Double(unplannedCount) / Double(uploads.count)
    }

    /// Seconds of media times the pixels encoded for each frame.
    ///
    /// A rung's short side is read from its name (`1080p`); one without a number counts as 720
    /// lines, the middle of a ladder. An upload without a duration or rungs (audio only) still
    /// weighs something.
    private static func expectedWork(duration: Double, rungs: [String]) -> Double {
        let area = rungs.reduce(0.0) { sum, rung in
            let lines = Double(rung.prefix { $0.isASCII && $0.isNumber }) ?? 720
            return sum + lines * lines
        }
        // Chosen because decoding and audio cost about what a 360p rung does.
        return max(1, duration.isFinite ? duration : 1) * (area + 360 * 360)
    }
}
