package import Presets

extension Container {
    /// The file name extension of segments.
    package var suffix: String { self == .ts ? "ts" : "m4s" }
}
