import Foundation
import Testing

@testable import Presets

/// Comparison of docs/presets.md, the JSON Schema and the language.
///
/// The tests are serialized, since two of them write the same page with `RECORD=1`.
@Suite(.serialized) struct DocumentationTests {
    /// The table has every rule with its severity, its meaning and its reason.
    @Test func tableHasEveryRule() throws {
        let rows = Rule.allCases.map { rule in
            let text = rule.explanation
            return
                "| `\(rule.rawValue)` | \(text.severity.rawValue) | \(text.meaning) | \(text.reason) |\n"
        }
        let head = "\n| Rule | Severity | Problem | Reason |\n|---|---|---|---|\n"
        try Golden.compare(
            head + rows.joined() + "\n", with: "docs/presets.md", from: "## Rules\n",
            to: "## Continuous integration\n")
    }

    /// The tables have every key with its values and its default.
    @Test func tablesHaveEveryKey() throws {
        try Golden.compare(
            LanguageTables.text + "\n", with: "docs/presets.md", from: "## Keys\n",
            to: "## Notes on keys\n")
    }

    @Test func schemaFileIsCurrent() throws {
        try Golden.compare(Preset.schema, with: "docs/schemas/preset.schema.json")
    }

    /// The tables and editors show the purpose of each key.
    @Test func everyKeyHasAPurpose() {
        func undocumented(_ records: [FieldRecord]) -> [String] {
            records.flatMap { record -> [String] in
                let own = record.about.isEmpty ? [record.key] : []
                return switch record.kind {
                case .mapping(let records, _, _): own + undocumented(records)
                case .list(let items, _, _): own + items.flatMap(undocumented)
                case .value, .texts: own
                }
            }
        }
        #expect(undocumented(Preset.outline) == [])
    }

    /// The example of the page is a valid preset.
    @Test func exampleIsValid() throws {
        let text = try Golden.text("docs/presets.md")
        let example = try #require(text.split(separator: "```yaml\n").dropFirst().first)
        let yaml = try #require(example.split(separator: "```").first)
        #expect(problems(in: String(yaml)) == [])
    }
}
