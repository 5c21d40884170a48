internal import MediaUnits

/// The presets of the folder presets/, embedded in the binary.
enum ShippedPresets {
    /// The presets, the default first, then by kind; a test compares this list with the folder.
    static let sources: [(name: String, bytes: [UInt8])] = [
        ("hls-ladder", PackageResources.hls_ladder_yaml),
        ("hls-ladder-60", PackageResources.hls_ladder_60_yaml),
        ("hls-ts", PackageResources.hls_ts_yaml),
        ("hevc-h264", PackageResources.hevc_h264_yaml),
        ("shorts", PackageResources.shorts_yaml),
        ("audio-only", PackageResources.audio_only_yaml),
        ("compress-low", PackageResources.compress_low_yaml),
        ("compress-medium", PackageResources.compress_medium_yaml),
        ("compress-high", PackageResources.compress_high_yaml),
    ]

    static func bytes(of name: String) -> [UInt8]? {
        sources.first { $0.name == name }?.bytes
    }

    /// Returns the remedy for an unknown name.
    static func advice(for name: String) -> String {
        let names = sources.map(\.name)
        return Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
            ?? "write one of \(names.joined(separator: ", ")), or a path ending in .yaml"
    }
}
