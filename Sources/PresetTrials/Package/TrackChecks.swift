import MediaUnits

/// Whether a track was coded as the playlist and the plan say.
struct TrackChecks {
    let track: MeasuredTrack
    let plan: PackageChecks.PlannedRendition?
    let name: String

    /// - Parameters:
    ///   - codecs: What the playlist says; `nil`: nothing does.
    ///   - size: Likewise.
    /// - Returns: What is wrong.
    func findings(codecs: [String]?, size: Resolution?) -> [TrialFinding] {
        var findings: [TrialFinding] = []
        if let size, let coded = track.size, size != coded {
            findings.append(.error(.size, name, "pictures of \(coded), not \(size)"))
        }
        guard let coded = track.codec else { return findings }
        if let codecs, !codecs.contains(coded) {
            let told = codecs.joined(separator: ",")
            findings.append(.error(.codecs, name, "coded as \(coded), CODECS says \(told)"))
        }
        if let profile = plan?.profile, Self.profile(of: coded) != profile {
            findings.append(.error(.codecs, name, "coded as \(coded), which is not \(profile)"))
        }
        if let level = plan?.level, Self.level(of: coded) != level {
            findings.append(
                .error(.codecs, name, "coded as \(coded), which is not level \(level)"))
        }
        return findings
    }

    /// profile_idc of `avc1.PPCCLL` (ITU-T H.264, annex A.2), as x264 calls it.
    private static func profile(of codec: String) -> String? {
        switch codec.dropFirst(5).prefix(2) {
        case "42": "baseline"
        case "4d": "main"
        case "64": "high"
        default: nil
        }
    }

    /// level_idc is ten times the level; `4.0`.
    private static func level(of codec: String) -> String? {
        Int(codec.suffix(2), radix: 16).map { "\($0 / 10).\($0 % 10)" }
    }
}
