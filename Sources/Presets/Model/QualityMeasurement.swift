/// The measurement of the quality of segments while they are encoded; it does not change the segments.
public enum QualityMeasurement: String, CaseIterable, Codable, Sendable {
    /// Some frames of every segment are decoded and compared; the manifest has the results.
    case measured
    /// The quality is not measured.
    case none
}
