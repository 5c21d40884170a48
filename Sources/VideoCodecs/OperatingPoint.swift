/// A balance of CPU time and compression that `VideoCodecModel.options` turns into the settings of its encoder.
///
/// The points of a codec lie on its encoder's curve of best compression for a CPU time, which the encoder's own presets miss
/// (docs/encoding.md).
public enum OperatingPoint: String, Codable, Sendable, CaseIterable {
    /// The least CPU time at about the compression of x264's `veryfast`.
    case economy
    /// Less CPU time than x264's `veryfast`, and fewer bits at equal quality.
    case balanced
    /// The fewest bits for more CPU time than x264's `veryfast`.
    case quality
}

/// The balance of speed and compression of a rendition's encoder.
public enum EncoderSpeed: Hashable, Sendable {
    case point(OperatingPoint)
    /// One of `EncoderSettings.presets`, a preset of the encoder.
    case preset(String)

    /// The operating point; `nil` for a preset.
    public var point: OperatingPoint? {
        if case .point(let point) = self { point } else { nil }
    }
}
