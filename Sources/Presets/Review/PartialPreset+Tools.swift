import MediaUnits
internal import VideoCodecs

/// Rules for options of x264, by the profile and the level of each rung.
extension PartialPreset {
    var toolProblems: [ValueProblem] { depthProblems + referenceProblems + profileProblems }

    /// The rungs whose encoder takes options.
    private var optionRungs: [PartialRung] { rungs.filter { $0.codec?.model.takesOptions == true } }

    private static func path(of option: String) -> String { "video.encoder.options.\(option)" }

    private var depthProblems: [ValueProblem] {
        ["output-depth", "bit-depth"].compactMap { name in
            guard let depth = option(name), depth != "8" else { return nil }
            return ValueProblem(
                .profileDepth, Self.path(of: name), "\(quoted(depth)) bits",
                advice: "remove it")
        }
    }

    /// Checks the number of reference frames for 16:9 video, as the level; for frame sizes that raise the level and allow
    /// fewer, the plan reduces the number.
    private var referenceProblems: [ValueProblem] {
        let named = ["ref", "frameref"].first { option($0) != nil }
        guard let named, let count = option(named).flatMap({ Int($0) }) else { return [] }
        return optionRungs.compactMap { rung -> ValueProblem? in
            guard let size = rung.size.map(Rung.widescreen),
                let level = rung.level,
                let most = rung.codec?.model.maxReferences(of: size, at: level), count > most
            else { return nil }
            return ValueProblem(
                .levelReferences, Self.path(of: named),
                "level \(level) of \(rung.title) allows \(most) reference frames of \(size), not \(count)",
                advice: "write \(most), or give the rung a higher level")
        }.prefix(1).map(\.self)
    }

    private var profileProblems: [ValueProblem] {
        optionRungs.flatMap { rung in
            let profile = rung.profile
            let missing = profile.flatMap { rung.codec?.model.toolsMissing(in: $0) } ?? []
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
}
