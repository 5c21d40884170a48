import PresetEvaluation
import Presets

/// Problems as workflow commands, which GitHub shows next to the lines of a pull request.
enum GitHubAnnotation {
    static func text(of validation: Validation) -> String {
        (validation.problems.map { command($0).description } + [validation.summary])
            .joined(separator: "\n")
    }

    private static func command(_ problem: Problem) -> GitHubCommand {
        let level =
            switch problem.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        return GitHubCommand(
            level, file: problem.file,
            position: problem.line > 0 ? (problem.line, problem.column) : nil,
            title: problem.rule.rawValue,
            "\(problem.message); \(problem.advice) (\(problem.rule.explanation.reason))")
    }
}
