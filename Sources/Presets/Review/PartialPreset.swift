import MediaUnits

/// The values of a preset that are known, for the rules over several of them.
///
/// A value is `nil` if it is invalid, missing, or follows from such a value. A rule reports no problem if a value that it needs
/// is unknown. Values that do not exist (the sample rate of `audio: none`) are `nil`, too.
struct PartialPreset {
    private let preset: Preset
    private let unknown: UnknownValues
    /// Every item of the ladder; empty if the ladder itself is unknown.
    let rungs: [PartialRung]

    /// Creates the values of a preset that has a stand-in for each unknown value.
    init(_ preset: Preset, unknown: UnknownValues) {
        self.preset = preset
        self.unknown = unknown
        rungs =
            unknown.contains(Preset.Keys.ladder)
            ? [] : preset.ladder.indices.map { PartialRung($0, of: preset, unknown: unknown) }
    }

    private func known<Value>(_ path: String, _ value: @autoclosure () -> Value) -> Value? {
        unknown.contains(path) ? nil : value()
    }

    private func known<Value>(_ path: String, optional value: Value?) -> Value? {
        unknown.contains(path) ? nil : value
    }

    // MARK: Packaging

    var container: Container? { known("packaging.container", preset.packaging.container) }

    /// Whether the output is an HLS package and not a single file.
    var isPackage: Bool? { container.map { $0 != .mp4 } }

    var segment: Rational? { known("packaging.segment", preset.packaging.segment) }
    var download: Bool? { known("packaging.download", preset.packaging.download) }
    var copyBelow: ByteCount? {
        known("packaging.copyBelow", optional: preset.packaging.copyBelow)
    }

    // MARK: Video

    var gop: Rational? { known("video.gop", preset.video.gop) }
    var maxFrameRate: Rational? { known("video.maxFrameRate", preset.video.maxFrameRate) }

    /// Whether the preset has options of encoders.
    var hasOptions: Bool { !preset.video.encoder.options.isEmpty }

    /// Returns the value of an option of encoders.
    func option(_ name: String) -> String? {
        known("video.encoder.options.\(name)", optional: preset.video.encoder.options[name])
    }

    /// Whether the ladder is `none`.
    var isAudioOnly: Bool? { known(Preset.Keys.ladder, preset.ladder.isEmpty) }

    var hasThumbnails: Bool? { known("thumbnails", preset.thumbnails != nil) }

    /// The time from one tile of the storyboard to the next, in seconds.
    var storyboardInterval: Rational? {
        known("thumbnails.storyboard.every", optional: preset.thumbnails?.storyboard.every)
    }

    /// The storyboard, if its width, columns and rows are known.
    var storyboardSizes: Thumbnails.Storyboard? {
        let paths = ["width", "columns", "rows"].map { "thumbnails.storyboard.\($0)" }
        return paths.contains(where: unknown.contains) ? nil : preset.thumbnails?.storyboard
    }

    // MARK: Audio

    var hasAudio: Bool? { known("audio", preset.audio != nil) }
    var channels: Int? { known("audio.channels", optional: preset.audio?.channels) }
    var sampleRate: Int? { known("audio.sampleRate", optional: preset.audio?.sampleRate) }
    var audioBitrate: Bitrate? { known("audio.bitrate", optional: preset.audio?.bitrate) }

    // MARK: Limits

    /// The maximum number of pixels of a frame of the upload.
    var maxPixels: Int? { known("limits.pixels", preset.limits.pixels) }

    /// The maximum duration in seconds; `nil` also for `none`.
    var maxDuration: Rational? {
        known("limits.duration.max", optional: preset.limits.duration.max)
    }
}

extension PartialPreset {
    /// The problems of all rules about known values; docs/presets.md lists the rules.
    var problems: [ValueProblem] {
        packagingProblems + nameProblems + orderProblems + levelProblems + timingProblems
            + ladderProblems + toolProblems + audioProblems + storyboardProblems + limitProblems
    }

    /// Returns the path of a rung's key, or of the rung.
    static func path(_ index: Int, _ key: String? = nil) -> String {
        "ladder[\(index + 1)]" + (key.map { ".\($0)" } ?? "")
    }
}
