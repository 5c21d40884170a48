package import MediaModel
internal import MediaUnits
internal import Planning

/// An upload and its package in figures, known once the upload is measured.
package struct UploadSummary: Codable, Hashable, Sendable {
    /// The package's name.
    package let name: String
    /// The duration, in seconds.
    package let duration: Double
    /// The names of the rungs, the highest first; empty for audio only.
    package let rungs: [String]
    package let warnings: [Finding]
    /// The expected CPU time of all tasks, in seconds.
    package let cost: Double

    init(_ plan: EncodingPlan, name: String, info: MediaInfo) {
        self.name = name
        duration = plan.duration.doubleValue
        rungs = plan.video?.rungs.map(\.name) ?? []
        warnings = plan.findings.filter { $0.severity != .info }
        cost = CostEstimate.seconds(plan, decoding: info.video?.codedSize)
    }
}
