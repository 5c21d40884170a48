import ArgumentParser
import Conformance

/// The format of the report of `check`.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    /// A test case for each rule.
    case junit
    /// SARIF 2.1.0, for code scanning.
    case sarif

    func text(of record: CheckRecord) throws -> String {
        switch self {
        case .text: record.text
        case .json: try JSONText.of(record)
        case .junit: JUnitReport.text(of: record)
        case .sarif: try JSONText.of(SARIFLog(record))
        }
    }
}

extension ConformanceRule: ExpressibleByArgument {}
