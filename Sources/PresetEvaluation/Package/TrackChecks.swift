import MediaModel
import MediaUnits
internal import VideoCodecs

/// Checks a track against the playlist and the plan.
struct TrackChecks {
    let track: MeasuredTrack
    let plan: PackageChecks.PlannedRendition?
    let name: String

    /// Returns the findings.
    ///
    /// `codecs` are the codec strings of the playlist, `nil` without a playlist; `size` is the frame size of the playlist or the
    /// plan, `nil` if neither has one.
    func findings(codecs: [String]?, size: Resolution?) -> [EvaluationFinding] {
        var findings: [EvaluationFinding] = []
        if let size, let coded = track.size, size != coded {
            findings.append(.error(.size, name, "the frame size is \(coded), not \(size)"))
        }
        guard let coded = track.codec else { return findings }
        if let codecs, !codecs.contains(coded) {
            let declared = codecs.joined(separator: ",")
            findings.append(.error(.codecs, name, "encoded as \(coded), CODECS is \(declared)"))
        }
        if let profile = plan?.profile { findings += self.profile(coded, planned: profile) }
        if let level = plan?.level,
            VideoCodec.of(codecString: coded)?.model.level(ofCodecString: coded) != level
        {
            findings.append(
                .error(.codecs, name, "encoded as \(coded), which is not level \(level)"))
        }
        return findings
    }

    /// Checks the profile, which may be lower than the plan's: x264 writes the lowest profile with the tools that it used, such
    /// as Baseline with `ultrafast`.
    private func profile(_ coded: String, planned: String) -> [EvaluationFinding] {
        let model = VideoCodec.of(codecString: coded)?.model
        let profiles = model?.profiles ?? []
        let found = model?.profile(ofCodecString: coded).flatMap(profiles.firstIndex)
        let most = profiles.firstIndex(of: Profile(rawValue: planned))
        guard let found, let most, found <= most else {
            return [.error(.codecs, name, "encoded as \(coded), which is not \(planned)")]
        }
        guard found < most else { return [] }
        let text =
            "encoded as \(coded): the encoder used no tools of \(planned) beyond \(profiles[found])"
        return [EvaluationFinding(.note, .codecs, name, text)]
    }
}
