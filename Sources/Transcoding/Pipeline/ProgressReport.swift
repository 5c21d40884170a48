internal import MediaUnits
internal import Scheduling
internal import Synchronization

/// Turns the runner's shares into what a person wants to know: frames, speed, time left.
final class ProgressReport: Sendable {
    private let path: String
    private let name: String
    private let frames: Int
    private let duration: Double
    /// Frames of each job of segments.
    private let framesOfJob: [JobID: Int]
    private let started = ContinuousClock.now
    private let recent = Mutex(RecentSpeed())
    /// The share that was last told.
    private let told = Mutex(-1.0)

    init(path: String, name: String, plan: Plan, encoding: EncodingGraph) {
        self.path = path
        self.name = name
        frames = plan.video?.grid.frameCount ?? 0
        duration = plan.duration.doubleValue
        let counts = plan.video?.nodes.map(\.frames.count) ?? []
        framesOfJob = Dictionary(
            zip(encoding.nodes.map(\.id), counts), uniquingKeysWith: { first, _ in first })
    }

    /// What to tell, where that has changed by a thousandth: jobs report every frame, and a film has thousands of jobs.
    func report(_ progress: GraphProgress) -> UploadProgress? {
        let isNews = told.withLock { last in
            guard progress.fraction >= last + 0.001 || progress.fraction == 1 else { return false }
            last = progress.fraction
            return true
        }
        guard isNews else { return nil }
        let elapsed = (ContinuousClock.now - started) / .seconds(1)
        let done = framesOfJob.reduce(0.0) { sum, job in
            sum + (progress.jobs[job.key] ?? 0) * Double(job.value)
        }
        let speed = recent.withLock { $0.add(frames: done, at: elapsed) }
        let framesASecond = duration > 0 ? Double(frames) / duration : 0
        let isTold = progress.fraction > 0.02 && elapsed > 1
        return UploadProgress(
            upload: path, name: name, fraction: progress.fraction, framesDone: Int(done),
            framesTotal: frames, framesPerSecond: speed,
            realTimeFactor: framesASecond > 0 ? speed / framesASecond : 0,
            remaining: isTold ? elapsed * (1 - progress.fraction) / progress.fraction : nil)
    }
}

/// Speed over the last seconds.
private struct RecentSpeed {
    private var samples: [(time: Double, frames: Double)] = [(0, 0)]

    /// - Returns: Frames a second.
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
