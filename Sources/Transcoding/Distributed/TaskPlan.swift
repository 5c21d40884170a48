internal import MediaModel
internal import Planning

/// The tasks that make a package.
///
/// Costs are expected CPU seconds, measured with the encoders' preset `veryfast`.
package struct TaskPlan: Codable, Hashable, Sendable {
    /// Consecutive chunks that one task encodes.
    package struct Batch: Codable, Hashable, Sendable {
        package let chunks: Range<Int>
        package let cost: Double
    }

    /// An audio track that one task encodes.
    package struct AudioTrack: Codable, Hashable, Sendable {
        package let track: Int
        /// A language tag or `und`.
        package let name: String
        package let cost: Double
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
            AudioTrack(track: $0, name: $1.name, cost: CostEstimate.seconds($1))
        }
        thumbnails = plan.video?.thumbnails.map { CostEstimate.seconds($0) }
        self.existing = existing
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
