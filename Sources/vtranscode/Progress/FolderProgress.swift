import Storage

/// The progress of a whole run, estimated from its uploads; it never decreases.
///
/// The weight of an upload is the expected cost of its encoding. The cost of uploads without a plan
/// is estimated from their bytes and the cost per byte of the planned ones. Uploads that need no
/// encoding (unchanged, failed) are removed from the sum, since they take no time.
struct FolderProgress {
    /// One upload of the run: its path and its package's name.
    struct Key: Hashable {
        let upload: Location
        let name: String
    }

    private struct Upload {
        /// The expected cost of encoding, in arbitrary units.
        let cost: Double
        let bytes: Int
        var fraction = 0.0
    }

    private(set) var uploadCount = 0
    private(set) var finishedCount = 0
    private(set) var failedCount = 0
    /// The fraction of the expected cost that is done, 0...1.
    private(set) var fraction = 0.0

    private var uploads: [Key: Upload] = [:]
    /// The bytes and the number of unfinished uploads without a plan.
    private var unplannedBytes = 0
    private var unplannedCount = 0
    /// The origin of the speed measurement: resumed segments must not count as done in no time.
    private var origin: (time: Double, fraction: Double)?

    mutating func start(uploads: Int, bytes: Int) {
        uploadCount = uploads
        unplannedCount = uploads
        unplannedBytes = bytes
    }

    /// Records a plan: the duration in seconds, the names of rungs, and the size in bytes, 0 if unknown.
    mutating func plan(_ key: Key, duration: Double, rungs: [String], bytes: Int) {
        guard uploads[key] == nil else { return }
        let cost = Self.expectedCost(duration: duration, rungs: rungs)
        uploads[key] = Upload(cost: cost, bytes: bytes)
        removeUnplanned(bytes: bytes)
        update()
    }

    /// Records an upload's progress at a time, in seconds of any clock.
    mutating func advance(_ key: Key, to fraction: Double, at time: Double) {
        if uploads[key] == nil { plan(key, duration: 0, rungs: [], bytes: 0) }
        let known = uploads[key]?.fraction ?? 0
        uploads[key]?.fraction = max(known, min(1, fraction.isNaN ? 0 : fraction))
        update()
        if origin == nil { origin = (time, self.fraction) }
    }

    /// Records an upload's end; `isEncoded` is whether it was encoded.
    mutating func finish(_ key: Key, isEncoded: Bool, isFailure: Bool, bytes: Int) {
        finishedCount += 1
        if isFailure { failedCount += 1 }
        if uploads[key] == nil {
            removeUnplanned(bytes: bytes)
        } else if isEncoded {
            uploads[key]?.fraction = 1
        } else {
            uploads[key] = nil
        }
        update()
    }

    /// Returns the remaining seconds at the average speed.
    ///
    /// - Returns: `nil` in the first second, below 1 % of progress and at the end.
    func remaining(at time: Double) -> Double? {
        guard let origin, fraction < 1, time - origin.time >= 1, fraction - origin.fraction >= 0.01
        else {
            return nil
        }
        return (time - origin.time) / (fraction - origin.fraction) * (1 - fraction)
    }

    private mutating func removeUnplanned(bytes: Int) {
        unplannedCount = max(0, unplannedCount - 1)
        unplannedBytes = unplannedCount == 0 ? 0 : max(0, unplannedBytes - bytes)
    }

    private mutating func update() {
        guard finishedCount < uploadCount else {
            fraction = 1
            return
        }
        let cost = uploads.values.reduce(0) { $0 + $1.cost }
        let done = uploads.values.reduce(0) { $0 + $1.cost * $1.fraction }
        let total = cost + unplannedCost(planned: cost)
        guard total > 0 else { return }
        // The fraction is 1 only when the last upload has ended.
        fraction = max(fraction, min(0.999, done / total))
    }

    /// Estimates the cost of uploads without a plan by their bytes, otherwise by their number.
    private func unplannedCost(planned cost: Double) -> Double {
        guard unplannedCount > 0, !uploads.isEmpty else { return 0 }
        let bytes = uploads.values.reduce(0) { $0 + $1.bytes }
        return bytes > 0 && unplannedBytes > 0
            ? cost * Double(unplannedBytes) / Double(bytes)
            : cost * Double(unplannedCount) / Double(uploads.count)
    }

    /// Returns the seconds of media times the encoded pixels of each frame.
    ///
    /// A rung's short side is read from its name (`1080p`); one without a number counts as 720
    /// lines, the middle of a ladder. The cost of an upload without a duration or rungs (audio
    /// only) is above 0.
    private static func expectedCost(duration: Double, rungs: [String]) -> Double {
        let area = rungs.reduce(0.0) { sum, rung in
            let lines = Double(rung.prefix { $0.isASCII && $0.isNumber }) ?? 720
            return sum + lines * lines
        }
        // Decoding and audio cost about as much as a 360p rung.
        return max(1, duration.isFinite ? duration : 1) * (area + 360 * 360)
    }
}
