import Conformance

/// The rules of `check`, as `--list-rules` prints them.
struct RuleList: Encodable {
    private struct Rule: Encodable {
        let rule: ConformanceRule
        let level: RuleEntry.Level
        let source: String
        let requirement: String
    }

    private let rules: [Rule]

    init(_ rules: [ConformanceRule]) {
        self.rules = rules.map { rule in
            let entry = rule.entry
            return Rule(
                rule: rule, level: entry.level, source: entry.source,
                requirement: entry.requirement)
        }
    }

    func encode(to encoder: any Encoder) throws { try rules.encode(to: encoder) }

    /// A line for each rule.
    var text: String {
        rules.map { rule in
            "\(rule.rule.rawValue): \(rule.level.rawValue): \(rule.requirement) [\(rule.source)]"
        }.joined(separator: "\n")
    }
}
