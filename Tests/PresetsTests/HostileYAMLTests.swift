import Foundation
import Testing

@testable import Presets

/// Hostile files and files that are not presets are rejected quickly, with one clear problem each.
@Suite(.timeLimit(.minutes(1)))
struct HostileYAMLTests {
    @Test(arguments: [
        ("a: &x [1]\n", "yaml.alias"),
        ("a: *x\n", "yaml.alias"),
        ("*x : 1\n", "yaml.alias"),
        ("- &a [*a]\n", "yaml.alias"),
        ("{\"a\":&x 1}\n", "yaml.alias"),
        ("[a: &x 1]\n", "yaml.alias"),
        ("[# ]\n\"a\":&x 1]\n", "yaml.alias"),
        ("{?&x a: 1}\n", "yaml.key"),
        ("a: b\n\n  [c\nx, 'd: &x e'\n", "yaml.multiline"),
        ("%A [\n---\na, 'b: &x c'\n", "yaml.syntax"),
        ("--- &x\na: 1\n", "yaml.alias"),
        ("a: !!int 1\n", "yaml.tag"),
        ("a: |\n  &x\n", "yaml.multiline"),
        ("a: \"b\n  c\"\n", "yaml.multiline"),
        ("? a\n: b\n", "yaml.key"),
        ("[a]: b\n", "yaml.key"),
        ("a:\n\tb: 1\n", "yaml.tab"),
        ("a: [b\n", "yaml.syntax"),
        ("a: b: c\n", "yaml.syntax"),
        ("a: 1\n---\nb: 1\n", "yaml.syntax"),
        ("%YAML 9.9\n---\na: 1\n", "yaml.syntax"),
        ("", "yaml.empty"),
        ("# only a comment\n", "yaml.empty"),
        ("just text\n", "value.type"),
        ("a: \u{0}\n", "file.binary"),
        ("a: \u{2028}\n", "file.binary"),
        ("a: \"\\uD800\"\n", "yaml.syntax"),
    ])
    func isReportedByItsRule(text: String, rule: String) {
        let rules = problems(in: text).map { String($0.split(separator: " ")[1].dropLast()) }
        #expect(rules.first == rule)
    }

    @Test func indicatorsInsideTextAreText() {
        for sentence in ["Film & TV", "R&B", "'&x'", "\"*\"", "a *b* c", "5 > 4", "it's | fine"] {
            let text = preset().replacing("One rung.", with: sentence)
            #expect(problems(in: text) == [], "\(sentence)")
        }
    }

    /// Nine lines that expand to 9^9 values.
    @Test func aliasBombIsRejected() {
        let names = Array("abcdefghi")
        var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
        for (name, earlier) in zip(names.dropFirst(), names) {
            let aliases = repeatElement("*\(earlier)", count: 9).joined(separator: ",")
            text += "\(name): &\(name) [\(aliases)]\n? *\(name)\n: x\n"
        }
        #expect(problems(in: text).allSatisfy { $0.contains(" yaml.") })
        #expect(problems(in: text).first?.hasPrefix("p.yaml:1:4: yaml.alias:") == true)
    }

    @Test(arguments: [
        "[", "{", "- ", "{a: ", "[{", "? ", "a: [", "&a [", "'", "\"", "!", "\t", ": ",
    ])
    func longRunsOfIndicatorsAreRejectedQuickly(fragment: String) {
        let text = String(repeating: fragment, count: 60_000 / fragment.utf8.count)
        #expect(!problems(in: text).isEmpty)
    }

    @Test func deepIndentationIsRejected() {
        let text = (0..<300).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(problems(in: text).first?.contains("yaml.depth") == true)
    }

    @Test(arguments: ["a: 1\n", "\"\\x61\": 1\n", "'it''s': 1\n", "'': 1\n"])
    func duplicatesAreReportedUpToTheMaximum(line: String) {
        let found = problems(in: String(repeating: line, count: 1000))
        #expect((1...Diagnosis.maximum).contains(found.count))
        #expect(found.allSatisfy { $0.contains(" key.") })
    }

    @Test func filesAboveTheMaximumSizeAreRejected() {
        let text = preset() + String(repeating: "#", count: 64 * 1024)
        #expect(problems(in: text).map { $0.prefix(22) } == ["p.yaml: file.too-large"])
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x61, 0x00], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80],
        ] as [[UInt8]])
    func invalidUTF8IsRejected(bytes: [UInt8]) {
        #expect(
            problems(inBytes: bytes) == [
                "p.yaml: file.encoding: the file is not UTF-8; save the file as UTF-8"
            ]
        )
    }

    /// Truncated copies of a shipped preset, and copies with one byte changed, are read or rejected with a problem.
    @Test func corruptPresetsAreReadOrRejected() throws {
        let bytes = Array(try Preset.source(of: "hls-ladder").utf8)
        let indicators = Array("&*!|>'\"[]{},:?-#%@`\t\n ".utf8)
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] = indicators[index % indicators.count]
            let found = problems(inBytes: Array(bytes[..<index])) + problems(inBytes: changed)
            #expect(found.allSatisfy { $0.hasPrefix("p.yaml:") })
        }
    }

    /// Ten megabytes of keys, of one value, of line breaks, of control characters.
    @Test(arguments: ["a: 1\n", "x", "\n", "- ", "\u{0}", "é"])
    func largeFilesAreRejectedQuickly(fragment: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml")
        let text = String(repeating: fragment, count: 10_000_000 / fragment.utf8.count)
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let start = ContinuousClock.now
        let found = Preset.review(file.path).problems.map(\.rule)
        #expect(found == [.fileTooLarge])
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    /// Keys that other YAML readers take for numbers, booleans, null or lists.
    @Test(arguments: [
        ("1: a\n", "key.unknown"), ("true: a\n", "key.unknown"), ("~: a\n", "key.unknown"),
        ("1.5: a\n", "key.unknown"), ("? [a, b]\n: c\n", "yaml.key"), ("{a: b}: c\n", "yaml.key"),
        ("<<: { audio: none }\n", "key.unknown"),
    ])
    func keysThatAreNotNamesAreOneProblem(line: String, rule: String) {
        let rules = problems(in: preset(more: line)).map { $0.split(separator: " ")[1].dropLast() }
        #expect(rules.map(String.init) == [rule])
    }

    /// UTF-16 and UTF-32 with and without a byte order mark, and Latin-1.
    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .isoLatin1,
    ])
    func otherEncodingsAreOneProblem(encoding: String.Encoding) throws {
        let text = preset().replacing("One rung.", with: "Für alle.")
        let found = problems(inBytes: Array(try #require(text.data(using: encoding))))
        #expect(found.count == 1)
        #expect(found.first?.contains(" file.") == true)
    }

    /// Fractions that fit 64 bits, but not their products.
    @Test func hugeFractionsAreRejected() {
        let video = "{ maxFrameRate: 9223372036854775807/9223372036854775806 }"
        #expect(problems(in: preset(video: video)).map { $0.contains("value.type") } == [true])
    }

    /// Extended files can be hostile, too.
    @Test func aliasBombInAnExtendedFileIsRejected() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bomb = "a: &a [x,x]\nb: [*a,*a]\n"
        try Data(bomb.utf8).write(to: folder.appending(path: "bomb.yaml"))
        let top = folder.appending(path: "top.yaml")
        try Data("name: a\ndescription: b.\nextends: bomb.yaml\n".utf8).write(to: top)
        let found = Preset.review(top.path).problems
        #expect(found.map(\.rule) == [.yamlAlias, .yamlAlias, .yamlAlias])
        #expect(found.allSatisfy { $0.file.hasSuffix("/bomb.yaml") })
    }
}
