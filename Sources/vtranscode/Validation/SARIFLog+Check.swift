import Conformance
import Presets

extension SARIFLog {
    /// Creates the log of a check; its files have the package's path as it was given.
    init(_ record: CheckRecord) {
        let rules = ConformanceRule.allCases
        self.init(
            rules: rules.map { rule in
                Descriptor(
                    id: rule.rawValue, shortDescription: Message(text: rule.entry.requirement),
                    fullDescription: Message(
                        text: "\(rule.entry.requirement) (\(rule.entry.source))"),
                    defaultConfiguration: Configuration(level: Severity(rule.entry.level)))
            },
            results: record.findings.map { finding in
                Result(
                    ruleId: finding.rule.rawValue,
                    ruleIndex: rules.firstIndex(of: finding.rule) ?? 0,
                    level: Severity(finding.level), message: Message(text: finding.message),
                    locations: [
                        Location(
                            physicalLocation: PhysicalLocation(
                                artifactLocation: Artifact(uri: Self.uri(record.path(of: finding))),
                                region: Self.region(of: finding)))
                    ])
            })
    }

    private static func region(of finding: CheckRecord.Finding) -> Region? {
        guard finding.line != nil || finding.offset != nil else { return nil }
        return Region(startLine: finding.line, byteOffset: finding.offset)
    }
}

extension Severity {
    fileprivate init(_ level: RuleEntry.Level) {
        self =
            switch level {
            case .error: .error
            case .warning: .warning
            }
    }
}
