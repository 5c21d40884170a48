import Foundation
import Testing

@testable import Presets

/// docs/presets.md and the language are held together.
@Suite struct DocumentationTests {
    private static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../docs/presets.md").standardizedFileURL

    @Test(arguments: Rule.allCases)
    func everyRuleIsExplained(rule: Rule) throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(text.contains("| `\(rule.rawValue)` |"))
    }

    /// Unknown keys are told with all that there are, so a wrong one in each map lists them.
    @Test func everyKeyIsExplained() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let wrong = """
            zzzzzzzz: 1
            packaging: { zzzzzzzz: 1 }
            video: { zzzzzzzz: 1, encoder: { zzzzzzzz: 1 } }
            ladder: [{ zzzzzzzz: 1 }]
            audio: { zzzzzzzz: 1 }
            thumbnails: { zzzzzzzz: 1, poster: { zzzzzzzz: 1 }, storyboard: { zzzzzzzz: 1 } }
            limits: { zzzzzzzz: 1 }
            """
        let lists = problems(in: wrong).compactMap {
            $0.split(separator: "its keys are ").dropFirst().first
        }
        #expect(lists.count == 10)
        for key in lists.flatMap({ $0.split(separator: ", ") }) {
            #expect(text.contains("`\(key)`"), "\(key)")
        }
    }

    /// The whole example of the page is a preset.
    @Test func theExampleCanBeUsed() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let example = try #require(text.split(separator: "```yaml\n").dropFirst().first)
        let yaml = try #require(example.split(separator: "```").first)
        #expect(problems(in: String(yaml)) == [])
    }
}
