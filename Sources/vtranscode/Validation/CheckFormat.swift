import ArgumentParser
import Conformance

/// The format of the report of `check`.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json

    func text(of record: CheckRecord) throws -> String {
        switch self {
        case .text: record.text
        case .json: try JSONText.of(record)
        }
    }
}

extension ConformanceRule: ExpressibleByArgument {}
