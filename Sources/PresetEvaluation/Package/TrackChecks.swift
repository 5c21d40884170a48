import MediaModel
import MediaUnits
internal import VideoCodecs

/// Whether a track was coded as the playlist and the plan say.
struct TrackChecks {
    let track: MeasuredTrack
    let plan: PackageChecks.PlannedRendition?
    let name: String

    /// - Parameters:
    ///   - codecs: What the playlist says; `nil`: nothing does.
    ///   - size: Likewise.
    /// - Returns: What is wrong.
    func findings(codecs: [String]?, size: Resolution?) -> [EvaluationFinding] {
        var findings: [EvaluationFinding] = []
        if let size, let coded = track.size, size != coded {
            findings.append(.error(.size, name, "pictures of \(coded), not \(size)"))
        }
        guard let coded = track.codec else { return findings }
        if let codecs, !codecs.contains(coded) {
            let declared = codecs.joined(separator: ",")
            findings.append(.error(.codecs, name, "coded as \(coded), CODECS says \(declared)"))
        }
        if let profile = plan?.profile { findings += self.profile(coded, asked: profile) }
        if let level = plan?.level,
            VideoCodec.of(codecString: coded)?.model.level(ofCodecString: coded) != level
        {
            findings.append(
                .error(.codecs, name, "coded as \(coded), which is not level \(level)"))
        }
        return findings
    }

    /// x264 states the lowest profile that holds the tools it used, such as Baseline with `ultrafast`.
    private func profile(_ coded: String, asked: String) -> [EvaluationFinding] {
        let model = VideoCodec.of(codecString: coded)?.model
        let profiles = model?.profiles ?? []
        let found = model?.profile(ofCodecString: coded).flatMap(profiles.firstIndex)
        let most = profiles.firstIndex(of: Profile(rawValue: asked))
        guard let found, let most, found <= most else {
            return [.error(.codecs, name, "coded as \(coded), which is not \(asked)")]
        }
        guard found < most else { return [] }
        let text =
            "coded as \(coded): the encoder used nothing of \(asked) beyond \(profiles[found])"
        return [EvaluationFinding(.note, .codecs, name, text)]
    }
}
