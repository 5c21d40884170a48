import Presets

/// Problems as workflow commands, which GitHub shows beside the lines of a pull request.
enum GitHubAnnotation {
    static func text(of validation: Validation) -> String {
        (validation.problems.map(command) + [validation.summary]).joined(separator: "\n")
    }

    private static func command(_ problem: Problem) -> String {
        var properties = ["file=\(property(problem.file))"]
        if problem.line > 0 { properties += ["line=\(problem.line)", "col=\(problem.column)"] }
        properties.append("title=\(property(problem.rule.rawValue))")
        let level =
            switch problem.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        let message = "\(problem.message); \(problem.advice) (\(problem.rule.explanation.reason))"
        return "::\(level) \(properties.joined(separator: ","))::\(data(message))"
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
