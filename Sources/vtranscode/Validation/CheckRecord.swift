import Conformance

/// The report of `check`, as JSON and as text.
struct CheckRecord: Encodable {
    struct Finding: Encodable {
        let rule: String
        let level: RuleEntry.Level
        let source: String
        let file: String
        let line: Int?
        let offset: Int64?
        let message: String
    }

    let package: String
    let errors: Int
    let warnings: Int
    let findings: [Finding]

    init(_ check: PackageCheck, of package: String) {
        self.package = package
        findings = check.findings.map { finding in
            let entry = finding.rule.entry
            return Finding(
                rule: finding.rule.rawValue, level: entry.level, source: entry.source,
                file: finding.file, line: finding.line, offset: finding.offset,
                message: finding.message)
        }
        errors = findings.count { $0.level == .error }
        warnings = findings.count - errors
    }

    /// One line for each finding, in the form of compilers, and a summary.
    var text: String {
        let lines = findings.map { finding in
            let position =
                finding.line.map { ":\($0)" } ?? finding.offset.map { " at byte \($0)" } ?? ""
            return
                "\(finding.file)\(position): \(finding.level.rawValue): \(finding.message) [\(finding.rule): \(finding.source)]"
        }
        return (lines + ["\(package): errors: \(errors), warnings: \(warnings)"])
            .joined(separator: "\n")
    }
}
