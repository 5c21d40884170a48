internal import MediaModel
internal import Planning

/// The tasks that make a package.
///
/// Costs are expected CPU seconds, by measurements of the encoders' presets and operating points.
package struct TaskPlan: Codable, Hashable, Sendable {
    /// Consecutive chunks that one task encodes.
    package struct Batch: Codable, Hashable, Sendable {
        package let chunks: Range<Int>
        package let cost: Double
    }

    /// The tasks of an audio track.
    package struct AudioTrack: Codable, Hashable, Sendable {
        package let track: Int
        /// A language tag or `und`.
        package let name: String
        /// The tasks, each after its prerequisites.
        package let tasks: [AudioTask]
    }

    /// A task that encodes runs of an audio track.
    package struct AudioTask: Codable, Hashable, Sendable {
        /// The indexes of the runs; `nil` for all that is missing of the track.
        ///
        /// Without runs, the track is only measured.
        package let runs: Range<Int>?
        package let cost: Double
        /// The indexes of other tasks of the track that must be completed before.
        package let prerequisites: [Int]
    }

    package let summary: UploadSummary
    package let batches: [Batch]
    package let audioTracks: [AudioTrack]
    /// The cost of poster and storyboard, which are made from the results of the batches; `nil` for none.
    package let thumbnails: Double?
    /// The complete package of the same key, if it is published already: then there are no tasks.
    package let existing: PackageResult?

    init(
        _ plan: EncodingPlan, name: String, info: MediaInfo, existing: PackageResult?,
        batchCost: Double
    ) {
        let size = info.video?.codedSize
        summary = UploadSummary(plan, name: name, info: info)
        batches = Self.batches(
            plan.video.map { video in
                video.chunks.map { CostEstimate.seconds(video, $0, decoding: size) }
            } ?? [], about: batchCost)
        audioTracks = plan.audio.enumerated().map {
            AudioTrack(track: $0, name: $1.name, tasks: Self.tasks(of: $1, about: batchCost))
        }
        thumbnails = plan.video?.thumbnails.map { CostEstimate.seconds($0) }
        self.existing = existing
    }

    /// Returns the tasks of an audio track: batches of runs, between the two measurements of a track with a loudness target.
    static func tasks(of audio: AudioPlan, about target: Double) -> [AudioTask] {
        let batches = batches(audio.runs.map { CostEstimate.seconds(audio, $0) }, about: target)
        guard batches.count > 1 else {
            return [AudioTask(runs: nil, cost: CostEstimate.seconds(audio), prerequisites: [])]
        }
        guard audio.loudnessTarget != nil else {
            return batches.map { AudioTask(runs: $0.chunks, cost: $0.cost, prerequisites: []) }
        }
        let measurement = CostEstimate.loudness(audio)
        return [AudioTask(runs: 0..<0, cost: measurement, prerequisites: [])]
            + batches.map { AudioTask(runs: $0.chunks, cost: $0.cost, prerequisites: [0]) }
            + [
                AudioTask(
                    runs: nil, cost: measurement, prerequisites: Array(1...batches.count))
            ]
    }

    /// Divides chunks into consecutive batches of about the same cost; none is empty.
    static func batches(_ costs: [Double], about target: Double) -> [Batch] {
        let total = costs.reduce(0, +)
        let count = Int(max(1, min(Double(costs.count), (total / target).rounded())))
        var batches: [Batch] = []
        var (start, cost, remaining) = (0, 0.0, total)
        for index in costs.indices {
            cost += costs[index]
            // The average of the remaining batches; the factor allows for rounding errors of sums.
            let average = remaining / Double(max(1, count - batches.count)) * 0.999_999
            guard cost >= average || index == costs.count - 1 else { continue }
            batches.append(Batch(chunks: start..<index + 1, cost: cost))
            (start, remaining, cost) = (index + 1, remaining - cost, 0)
        }
        return batches
    }
}
