import MediaModel
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
        if let profile = plan?.profile { findings += self.profile(coded, asked: profile) }
        if let level = plan?.level, Self.level(of: coded) != level {
            findings.append(
                .error(.codecs, name, "coded as \(coded), which is not level \(level)"))
        }
        return findings
    }

    /// x264 states the lowest profile that holds the tools it used, such as Baseline with `ultrafast`.
    private func profile(_ coded: String, asked: String) -> [TrialFinding] {
        let wrong = TrialFinding.error(.codecs, name, "coded as \(coded), which is not \(asked)")
        // general_profile_idc of Main is 1 (ITU-T H.265, A.3.2).
        if coded.hasPrefix("hvc1.") {
            return asked == "main" && coded.hasPrefix("hvc1.1.") ? [] : [wrong]
        }
        let profiles = ["baseline", "main", "high"]
        // profile_idc of `avc1.PPCCLL` (ITU-T H.264, annex A.2).
        let numbers = ["42", "4d", "64"]
        let found = numbers.firstIndex(of: String(coded.dropFirst(5).prefix(2)))
        let most = profiles.firstIndex(of: asked)
        guard let found, let most, found <= most else {
            return [wrong]
        }
        guard found < most else { return [] }
        let text =
            "coded as \(coded): the encoder used nothing of \(asked) beyond \(profiles[found])"
        return [TrialFinding(.note, .codecs, name, text)]
    }

    /// `4.0`: H.264's level_idc is ten times the level, HEVC's general_level_idc thirty times.
    private static func level(of codec: String) -> String? {
        let tenths =
            codec.hasPrefix("avc1.")
            ? Int(codec.suffix(2), radix: 16)
            : codec.split(separator: ".").first { "LH".contains($0.prefix(1)) }
                .flatMap { Int($0.dropFirst()) }.map { $0 / 3 }
        return tenths.map { "\($0 / 10).\($0 % 10)" }
    }
}
