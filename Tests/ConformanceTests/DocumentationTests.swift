import Foundation
import Testing

@testable import Conformance

@Suite struct DocumentationTests {
    /// `RECORD=1` writes the table of docs/check.md.
    @Test func pageHasEveryRule() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/check.md").standardizedFileURL
        let rows = ConformanceRule.allCases.map { rule in
            let entry = rule.entry
            return
                "| `\(rule.rawValue)` | \(entry.level.rawValue) | \(entry.source) | \(entry.requirement) | \(entry.example) |\n"
        }
        let table =
            "\n| rule | level | source | requirement | example of a violation |\n| --- | --- | --- | --- | --- |\n"
            + rows.joined()
        let text = try String(contentsOf: page, encoding: .utf8)
        let head = try #require(text.range(of: "## Rules\n"))
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data((text[..<head.upperBound] + table).utf8).write(to: page)
        } else {
            #expect(text[head.upperBound...] == table)
        }
    }
}
