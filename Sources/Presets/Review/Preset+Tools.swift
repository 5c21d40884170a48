import MediaUnits

/// x264's options against the profile and the level of each rung.
extension Preset {
    var toolFindings: [Finding] { depthFindings + referenceFindings + profileFindings }

    /// Options are for x264 alone.
    private var h264Rungs: [Rung] { ladder.filter { $0.codec == .h264 } }

    private var options: [String: String] { video.encoder.options }

    private static func path(of option: String) -> String { "video.encoder.options.\(option)" }

    private var depthFindings: [Finding] {
        ["output-depth", "bit-depth"].compactMap { option in
            guard let depth = options[option], depth != "8" else { return nil }
            return Finding(
                .profileDepth, Self.path(of: option), "\(quoted(depth)) bits",
                advice: "leave it out")
        }
    }

    /// Reference frames that a preset of x264 asks for are cut to what the level holds; those of an
    /// option are not.
    private var referenceFindings: [Finding] {
        let named = ["ref", "frameref"].first { options[$0] != nil }
        guard let named, let count = options[named].flatMap({ Int($0) }) else { return [] }
        return h264Rungs.compactMap { rung -> Finding? in
            let size = Rung.widescreen(size: rung.size)
            guard let level = H264Level(rawValue: rung.level) else { return nil }
            let most = level.maxReferences(of: size)
            guard count > most else { return nil }
            return Finding(
                .levelReferences, Self.path(of: named),
                "level \(level) of \(rung.name) holds \(most) pictures of \(size), not \(count)",
                advice: "write \(most), or give the rung a higher level")
        }.prefix(1).map(\.self)
    }

    private var profileFindings: [Finding] {
        h264Rungs.flatMap { rung in
            rung.profile.missingTools.compactMap { tool -> Finding? in
                guard let value = options[tool], value != "0", value != "false" else { return nil }
                return Finding(
                    .profileTools, Self.path(of: tool),
                    "profile \(rung.profile) of \(rung.name) does not have it",
                    advice: "leave it out, or write another profile for \(rung.name)")
            }
        }
    }
}

extension Profile {
    /// x264's names for tools of higher profiles (H.264, A.2).
    fileprivate var missingTools: [String] {
        let high = ["8x8dct", "cqm", "cqm4", "cqm8"]
        return switch self {
        case .baseline: ["cabac", "bframes", "b-pyramid", "weightb", "weightp"] + high
        case .main: high
        case .high: []
        }
    }
}
