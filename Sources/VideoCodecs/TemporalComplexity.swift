/// How well consecutive frames of a video predict each other, as the probe measures it.
public enum TemporalComplexity: String, Codable, Sendable, CaseIterable {
    /// Motion compensation leaves little: a still camera, slow pans, no noise of a sensor.
    case low
    /// It leaves more, or it was not measured.
    case medium
    /// It leaves much in almost all blocks, and noise is a large part of it.
    case high
}
