import ArgumentParser

/// The format of the report of `presets validate`.
enum ValidationFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    /// Annotations of GitHub's workflow commands.
    case github
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// A test case for each preset.
    case junit

    func text(of validation: Validation) throws -> String {
        switch self {
        case .text: ProblemText.text(of: validation)
        case .json: try JSONText.of(ValidationRecord(validation))
        case .github: GitHubAnnotation.text(of: validation)
        case .sarif: try JSONText.of(SARIFLog(validation))
        case .junit: JUnitReport.text(of: validation)
        }
    }
}
