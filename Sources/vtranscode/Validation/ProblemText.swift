import Presets

/// Problems for people: a line that editors can jump from, and why it matters below.
enum ProblemText {
    static func text(of validation: Validation) -> String {
        (validation.problems.map(text) + [validation.summary]).joined(separator: "\n")
    }

    /// "team.yaml:4:15: error: value.type: video.gop: `2` is not a time; write a number and its unit".
    static func line(_ problem: Problem) -> String {
        let level = problem.severity.rawValue
        return "\(problem.position): \(level): \(sentence(problem))".printable
    }

    /// Without its place: "value.type: video.gop: `2` is not a time; write a number and its unit".
    static func sentence(_ problem: Problem) -> String {
        "\(problem.rule.rawValue): \(problem.message); \(problem.advice)"
    }

    private static func text(_ problem: Problem) -> String {
        "\(line(problem))\n    why: \(problem.rule.explanation.reason)"
    }
}
