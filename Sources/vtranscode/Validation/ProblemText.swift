import Presets

/// Problems as text: a line in the format of compilers, then the reason.
enum ProblemText {
    static func text(of validation: Validation) -> String {
        (validation.problems.map(text) + [validation.summary]).joined(separator: "\n")
    }

    /// Returns a problem as one line:
    /// "team.yaml:4:15: error: value.type: video.gop: `2` is not a time; write a number and its unit".
    static func line(_ problem: Problem) -> String {
        let level = problem.severity.rawValue
        return "\(problem.position): \(level): \(sentence(problem))".printable
    }

    /// Returns a problem without its position: "value.type: video.gop: `2` is not a time; write a number and its unit".
    static func sentence(_ problem: Problem) -> String {
        "\(problem.rule.rawValue): \(problem.message); \(problem.advice)"
    }

    private static func text(_ problem: Problem) -> String {
        "\(line(problem))\n    why: \(problem.rule.explanation.reason)"
    }
}
