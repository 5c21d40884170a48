import MediaUnits
internal import VideoCodecs

/// Rules for options of encoders, by the profile and the level of each rung.
extension PartialPreset {
    var toolProblems: [ValueProblem] {
        depthProblems + referenceProblems + profileProblems + unusedProblems
    }

    /// The rungs whose encoder takes options, and the rules for these.
    private var optionRungs: [(rung: PartialRung, options: any PresetOptions)] {
        rungs.compactMap { rung in rung.codec?.model.presetOptions.map { (rung, $0) } }
    }

    private static func path(of option: String) -> String { "video.encoder.options.\(option)" }

    private var depthProblems: [ValueProblem] {
        VideoCodec.all.flatMap { $0.model.presetOptions?.bitDepth ?? [] }.compactMap { name in
            guard let depth = option(name), depth != "8" else { return nil }
            return ValueProblem(
                .profileDepth, Self.path(of: name), "\(quoted(depth)) bits",
                advice: "remove it")
        }
    }

    /// Checks the number of reference frames for 16:9 video, as the level; for frame sizes that raise the level and allow
    /// fewer, the plan reduces the number.
    private var referenceProblems: [ValueProblem] {
        optionRungs.compactMap { rung, options -> ValueProblem? in
            guard let named = options.references.first(where: { option($0) != nil }),
                let count = option(named).flatMap(options.integer),
                let size = rung.size.map(Rung.widescreen), let level = rung.level,
                let most = options.maxReferences(of: size, at: level), count > most
            else { return nil }
            return ValueProblem(
                .levelReferences, Self.path(of: named),
                "level \(level) of \(rung.title) allows \(most) reference frames of \(size), not \(count)",
                advice: "write \(most), or give the rung a higher level")
        }.prefix(1).map(\.self)
    }

    private var profileProblems: [ValueProblem] {
        optionRungs.flatMap { rung, options in
            let profile = rung.profile
            let missing = profile.map(options.toolsMissing) ?? []
            return missing.compactMap { tool -> ValueProblem? in
                guard let profile, let value = option(tool), value != "0", value != "false"
                else { return nil }
                return ValueProblem(
                    .profileTools, Self.path(of: tool),
                    "profile \(profile) of \(rung.title) does not support it",
                    advice: "remove it, or write another profile for \(rung.title)")
            }
        }
    }

    private var unusedProblems: [ValueProblem] {
        guard hasOptions, !rungs.isEmpty,
            rungs.allSatisfy({ $0.codec.map { $0.model.presetOptions == nil } ?? false })
        else { return [] }
        return [
            ValueProblem(
                .optionUnused, "video.encoder.options",
                "no rung has a codec whose encoder takes options",
                advice:
                    "remove them, or write a rung of \(VideoCodec.titles { $0.presetOptions != nil })"
            )
        ]
    }
}
