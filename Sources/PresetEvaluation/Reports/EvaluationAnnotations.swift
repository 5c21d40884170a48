/// Findings as workflow commands, which GitHub shows in the files of a pull request.
public struct EvaluationAnnotations {
    private let evaluations: [EvaluatedPreset]

    public init(_ evaluations: [EvaluatedPreset]) { self.evaluations = evaluations }

    /// The commands, one per line, then the table.
    public var text: String {
        let commands = evaluations.flatMap { evaluation in
            EvaluationFindings.of(evaluation).map { _, clip, finding in
                GitHubCommand(
                    finding.severity == .error ? "error" : "notice", file: evaluation.file,
                    title: finding.check.rawValue,
                    (clip.map { "\($0): " } ?? "") + finding.text
                ).description
            }
        }
        return (commands + [EvaluationTable(evaluations).text]).joined(separator: "\n")
    }
}
