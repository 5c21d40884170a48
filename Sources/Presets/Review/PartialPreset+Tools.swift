import MediaUnits
internal import VideoCodecs

/// x264's options against the profile and the level of each rung.
extension PartialPreset {
    var toolFindings: [Finding] { depthFindings + referenceFindings + profileFindings }

    /// The rungs whose encoder takes options.
    private var optionRungs: [PartialRung] { rungs.filter { $0.codec?.model.takesOptions == true } }

    private static func path(of option: String) -> String { "video.encoder.options.\(option)" }

    private var depthFindings: [Finding] {
        ["output-depth", "bit-depth"].compactMap { name in
            guard let depth = option(name), depth != "8" else { return nil }
            return Finding(
                .profileDepth, Self.path(of: name), "\(quoted(depth)) bits",
                advice: "leave it out")
        }
    }

    /// Reference frames of an option are those of 16:9, as the level is; for pictures that raise the
    /// level and leave room for fewer, the plan cuts them.
    private var referenceFindings: [Finding] {
        let named = ["ref", "frameref"].first { option($0) != nil }
        guard let named, let count = option(named).flatMap({ Int($0) }) else { return [] }
        return optionRungs.compactMap { rung -> Finding? in
            guard let size = rung.size.map(Rung.widescreen),
                let level = rung.level,
                let most = rung.codec?.model.maxReferences(of: size, at: level), count > most
            else { return nil }
            return Finding(
                .levelReferences, Self.path(of: named),
                "level \(level) of \(rung.title) holds \(most) pictures of \(size), not \(count)",
                advice: "write \(most), or give the rung a higher level")
        }.prefix(1).map(\.self)
    }

    private var profileFindings: [Finding] {
        optionRungs.flatMap { rung in
            let profile = rung.profile
            let missing = profile.flatMap { rung.codec?.model.toolsMissing(in: $0) } ?? []
            return missing.compactMap { tool -> Finding? in
                guard let profile, let value = option(tool), value != "0", value != "false"
                else { return nil }
                return Finding(
                    .profileTools, Self.path(of: tool),
                    "profile \(profile) of \(rung.title) does not have it",
                    advice: "leave it out, or write another profile for \(rung.title)")
            }
        }
    }
}
