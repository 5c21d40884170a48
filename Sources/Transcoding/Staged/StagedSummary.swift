public import MediaModel
internal import MediaUnits
internal import Planning

/// What an order is about, known once its upload is measured.
public struct StagedSummary: Codable, Hashable, Sendable {
    /// The package's.
    public let name: String
    /// Seconds.
    public let duration: Double
    /// From the highest down; empty for sound alone.
    public let rungs: [String]
    public let warnings: [MediaFinding]
    /// CPU seconds that everything is expected to take.
    public let cost: Double

    init(_ plan: EncodingPlan, name: String, info: MediaInfo) {
        self.name = name
        duration = plan.duration.doubleValue
        rungs = plan.video?.rungs.map(\.name) ?? []
        warnings = plan.notices.filter { $0.severity != .info }
        cost = CostEstimate.seconds(plan, decoding: info.video?.codedSize)
    }
}
