internal import MediaModel
internal import MediaUnits
internal import Scheduling
internal import Storage
internal import Synchronization

/// Converts the runner's progress to frames, speed and remaining time.
final class ProgressReport: Sendable {
    private let upload: Location
    private let name: String
    private let frames: Int
    private let duration: Double
    /// The number of frames of each chunk job.
    private let framesOfJob: [JobID: Int]
    private let started = ContinuousClock.now
    private let recent = Mutex(RecentSpeed())
    /// The fraction of the last report.
    private let lastReported = Mutex(-1.0)

    /// Creates the report of an upload.
    convenience init(upload: Location, name: String, plan: EncodingPlan, encoding: EncodingGraph) {
        self.init(
            upload: upload, name: name, duration: plan.duration.doubleValue,
            chunks: zip(encoding.chunks.map(\.id), plan.video?.chunks ?? []))
    }

    /// Creates the report of chunk jobs, with their duration in seconds.
    init(
        upload: Location, name: String, duration: Double,
        chunks: some Sequence<(JobID, ChunkPlan)>
    ) {
        self.upload = upload
        self.name = name
        self.duration = duration
        framesOfJob = Dictionary(
            chunks.map { ($0, $1.frames.count) }, uniquingKeysWith: { first, _ in first })
        frames = framesOfJob.values.reduce(0, +)
    }

    /// Returns progress that has changed by a thousandth: jobs report every frame, and a film has thousands of jobs.
    func report(_ progress: GraphProgress) -> UploadProgress? {
        let hasChanged = lastReported.withLock { last in
            guard progress.fraction >= last + 0.001 || progress.fraction == 1 else { return false }
            last = progress.fraction
            return true
        }
        guard hasChanged else { return nil }
        let elapsed = (ContinuousClock.now - started) / .seconds(1)
        let done = framesOfJob.reduce(0.0) { sum, job in
            sum + max(0, min(1, progress.jobs[job.key] ?? 0)) * Double(job.value)
        }
        let speed = recent.withLock { $0.add(frames: done, at: elapsed) }
        let framesASecond = duration > 0 ? Double(frames) / duration : 0
        let isReported = progress.fraction > 0.02 && elapsed > 1
        return UploadProgress(
            upload: upload, name: name, fraction: progress.fraction, framesDone: Int(done),
            framesTotal: frames, framesPerSecond: speed,
            realTimeFactor: framesASecond > 0 ? speed / framesASecond : 0,
            remaining: isReported ? elapsed * (1 - progress.fraction) / progress.fraction : nil)
    }
}

/// The speed of the last seconds.
private struct RecentSpeed {
    private var samples: [(time: Double, frames: Double)] = [(0, 0)]

    /// - Returns: Frames per second.
    mutating func add(frames: Double, at time: Double) -> Double {
        if time - samples[samples.count - 1].time > 0.25 {
            samples.append((time, frames))
            // Long enough to smooth over jobs that start and end.
            let old = samples.dropLast(2).prefix { $0.time < time - 8 }.count
            samples.removeFirst(old)
        }
        let first = samples[0]
        return time > first.time ? max(0, frames - first.frames) / (time - first.time) : 0
    }
}
