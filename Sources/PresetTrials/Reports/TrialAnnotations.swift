/// Findings as workflow commands, which GitHub shows beside the files of a pull request.
public struct TrialAnnotations {
    private let trials: [PresetTrial]

    public init(_ trials: [PresetTrial]) { self.trials = trials }

    public var text: String {
        let commands = trials.flatMap { trial in
            TrialFindings.of(trial).map { _, clip, finding in
                GitHubCommand(
                    finding.severity == .error ? "error" : "notice", file: trial.file,
                    title: finding.check.rawValue,
                    (clip.map { "\($0): " } ?? "") + finding.text
                ).description
            }
        }
        return (commands + [TrialTable(trials).text]).joined(separator: "\n")
    }
}
