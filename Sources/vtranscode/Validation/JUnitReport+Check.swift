import Conformance
import PresetEvaluation

extension JUnitReport {
    /// Returns the report of a check, in which each rule is a test case.
    static func text(of record: CheckRecord) -> String {
        let findings = Dictionary(grouping: record.findings, by: \.rule)
        let failed = findings.values.count { $0.contains(where: record.fails) }
        let cases = record.rules.map { testCase($0, findings[$0] ?? [], record) }
        return suites(
            named: "vtranscode check", count: cases.count, failures: failed, cases)
    }

    private static func testCase(
        _ rule: ConformanceRule, _ findings: [CheckRecord.Finding], _ record: CheckRecord
    ) -> String {
        testCase(
            in: record.package, named: rule.rawValue,
            failures: findings.filter(record.fails).map { Failure(type: rule.rawValue, $0) },
            others: findings.filter { !record.fails($0) }.map(\.text))
    }
}

extension JUnitReport.Failure {
    fileprivate init(type: String, _ finding: CheckRecord.Finding) {
        self.init(type: type, message: finding.message, line: finding.text)
    }
}
