/// Findings as workflow commands, which GitHub shows beside the files of a pull request.
public struct TrialAnnotations {
    private let trials: [PresetTrial]

    public init(_ trials: [PresetTrial]) { self.trials = trials }

    public var text: String {
        let commands = trials.flatMap { trial in
            TrialFindings.of(trial).map { _, clip, finding in
                let level = finding.severity == .error ? "error" : "notice"
                let message = (clip.map { "\($0): " } ?? "") + finding.text
                return "::\(level) file=\(Self.property(trial.file)),"
                    + "title=\(Self.property(finding.check.rawValue))::\(Self.data(message))"
            }
        }
        return (commands + [TrialTable(trials).text]).joined(separator: "\n")
    }

    /// Line breaks would end the command, a percent sign begins an escape.
    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A")
            .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
