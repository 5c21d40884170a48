import Foundation
import Testing

@testable import Presets

/// docs/presets.md, the JSON Schema and the language are held together.
///
/// One after another: with `RECORD=1` two of them write the same page.
@Suite(.serialized) struct DocumentationTests {
    /// Every rule with its level, its meaning and its reason, and no other.
    @Test func theTableOfRulesIsTheRules() throws {
        let rows = Rule.allCases.map { rule in
            let text = rule.explanation
            return
                "| `\(rule.rawValue)` | \(text.severity.rawValue) | \(text.meaning) | \(text.reason) |\n"
        }
        let head = "\n| Rule | Level | What is wrong | Why it matters |\n|---|---|---|---|\n"
        try Golden.compare(
            head + rows.joined() + "\n", with: "docs/presets.md", from: "## Rules\n",
            to: "## Continuous integration\n")
    }

    /// Keys, what they take and their defaults; nothing else stands between the two headings.
    @Test func theTablesAreTheLanguage() throws {
        try Golden.compare(
            LanguageTables.text + "\n", with: "docs/presets.md", from: "## Keys\n",
            to: "## Notes on keys\n")
    }

    @Test func theKeptSchemaIsTheLanguage() throws {
        try Golden.compare(Preset.schema, with: "docs/schemas/preset.schema.json")
    }

    /// What a key is for is told in the tables and by editors.
    @Test func everyKeySaysWhatItIsFor() {
        func silent(_ notes: [Note]) -> [String] {
            notes.flatMap { note -> [String] in
                let own = note.about.isEmpty ? [note.key] : []
                return switch note.kind {
                case .map(let notes, _, _): own + silent(notes)
                case .list(let items, _, _): own + items.flatMap(silent)
                case .value, .texts: own
                }
            }
        }
        #expect(silent(Preset.outline) == [])
    }

    /// The whole example of the page is a preset.
    @Test func theExampleCanBeUsed() throws {
        let text = try Golden.text("docs/presets.md")
        let example = try #require(text.split(separator: "```yaml\n").dropFirst().first)
        let yaml = try #require(example.split(separator: "```").first)
        #expect(problems(in: String(yaml)) == [])
    }
}
