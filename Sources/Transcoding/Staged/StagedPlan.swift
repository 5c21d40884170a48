internal import MediaModel
internal import Planning

/// What is to be done for an order, and how it can be shared out.
///
/// Costs are CPU seconds that are expected; they were measured with the encoders' preset `veryfast`.
public struct StagedPlan: Codable, Hashable, Sendable {
    /// Neighboring chunks that one step encodes.
    public struct Batch: Codable, Hashable, Sendable {
        public let chunks: Range<Int>
        public let cost: Double
    }

    /// A sound track that one step encodes.
    public struct Audio: Codable, Hashable, Sendable {
        public let track: Int
        /// A language tag or `und`.
        public let name: String
        public let cost: Double
    }

    public let summary: StagedSummary
    public let batches: [Batch]
    public let audioTracks: [Audio]
    /// Of putting poster and storyboard together, from what the batches leave; `nil`: none are wanted.
    public let thumbnails: Double?
    /// What is there already, made from the same upload, preset and build: then nothing is to be done.
    public let existing: PackageResult?

    init(
        _ plan: EncodingPlan, name: String, info: MediaInfo, existing: PackageResult?,
        batchCost: Double
    ) {
        let size = info.video?.codedSize
        summary = StagedSummary(plan, name: name, info: info)
        batches = Self.batches(
            plan.video.map { video in
                video.chunks.map { CostEstimate.seconds(video, $0, decoding: size) }
            } ?? [], about: batchCost)
        audioTracks = plan.audio.enumerated().map {
            Audio(track: $0, name: $1.name, cost: CostEstimate.seconds($1))
        }
        thumbnails = plan.video?.thumbnails.map { CostEstimate.seconds($0) }
        self.existing = existing
    }

    /// Shares chunks out, in order, so that each batch costs about as much as any other, and none is empty.
    static func batches(_ costs: [Double], about wanted: Double) -> [Batch] {
        let total = costs.reduce(0, +)
        let count = Int(max(1, min(Double(costs.count), (total / wanted).rounded())))
        var batches: [Batch] = []
        var (start, spent, left) = (0, 0.0, total)
        for (index, cost) in costs.enumerated() {
            spent += cost
            // A chunk that costs more than its share leaves less to the others. Sums may be off by a little.
            let share = left / Double(max(1, count - batches.count)) * 0.999_999
            guard spent >= share || index == costs.count - 1 else { continue }
            batches.append(Batch(chunks: start..<index + 1, cost: spent))
            (start, left, spent) = (index + 1, left - spent, 0)
        }
        return batches
    }
}
