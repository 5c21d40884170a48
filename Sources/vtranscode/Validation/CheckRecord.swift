import Conformance
import Storage
import SystemPackage

/// The report of `check`, as JSON and as text.
struct CheckRecord: Encodable {
    struct Finding: Encodable {
        let rule: ConformanceRule
        let level: RuleEntry.Level
        let source: String
        let file: String
        let line: Int?
        let offset: Int64?
        let message: String

        /// One line in the form of compilers.
        var text: String {
            let position = line.map { ":\($0)" } ?? offset.map { " at byte \($0)" } ?? ""
            return "\(file)\(position): \(level.rawValue): \(message) [\(rule.rawValue): \(source)]"
        }
    }

    let package: String
    /// The rules that were checked.
    let rules: [ConformanceRule]
    let isStrict: Bool
    let findings: [Finding]

    private enum CodingKeys: String, CodingKey { case package, errors, warnings, findings }

    init(
        _ check: PackageCheck, of package: String, rules: [ConformanceRule], isStrict: Bool
    ) {
        self.package = package
        self.rules = rules
        self.isStrict = isStrict
        findings = check.findings.map { finding in
            let entry = finding.rule.entry
            return Finding(
                rule: finding.rule, level: entry.level, source: entry.source, file: finding.file,
                line: finding.line, offset: finding.offset, message: finding.message)
        }
    }

    var errors: Int { findings.count { $0.level == .error } }
    var warnings: Int { findings.count { $0.level == .warning } }

    /// The path of a finding's file, from the folder that the package's path starts from.
    func path(of finding: Finding) -> String {
        if finding.file.contains("://") { return finding.file }
        if package.contains("://") {
            let folder = package.hasSuffix(".m3u8") ? Location.folder(of: package) : package
            return folder + (folder.hasSuffix("/") ? "" : "/") + finding.file
        }
        let given = FilePath(package)
        let folder =
            given.extension == "m3u8" || finding.file == package
            ? given.removingLastComponent() : given
        return folder.appending(FilePath(finding.file).components).string
    }

    /// Whether a finding fails the check.
    func fails(_ finding: Finding) -> Bool { finding.level == .error || isStrict }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(package, forKey: .package)
        try container.encode(errors, forKey: .errors)
        try container.encode(warnings, forKey: .warnings)
        try container.encode(findings, forKey: .findings)
    }

    /// One line for each finding, and a summary.
    var text: String {
        (findings.map(\.text) + ["\(package): errors: \(errors), warnings: \(warnings)"])
            .joined(separator: "\n")
    }
}
