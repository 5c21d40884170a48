import Foundation
import Logging
import Presets
import Testing

@testable import vtranscode

/// Bad presets, one for each rule, and what is said of them, word for word.
@Suite struct PresetFixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../PresetsTests/Fixtures").standardizedFileURL

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

    static func review(_ name: String) -> PresetReview {
        PresetValidateCommand.review(
            folder.appending(path: "\(name).yaml").path, logger: Logger(label: "test"))
    }

    /// `RECORD=1` writes the text anew.
    @Test(arguments: names)
    func whatIsSaidIsKept(name: String) throws {
        let text =
            ProblemText.text(of: Validation([Self.review(name)], isStrict: false))
            .replacing(Self.folder.path + "/", with: "") + "\n"
        let kept = Self.folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: kept)
        }
        #expect(text == (try String(contentsOf: kept, encoding: .utf8)))
    }

    /// One mistake is one problem, of the rule that the file is named after.
    @Test(arguments: Rule.allCases)
    func eachRuleHasAPresetThatBreaksItAlone(rule: Rule) {
        // What the build lacks differs; EncoderCheckTests and VMAFMeterTests see to these.
        guard ![.encoderMissing, .encoderRefuses, .expectUnmeasured].contains(rule) else { return }
        #expect(Self.review(rule.rawValue).problems.map(\.rule) == [rule])
    }

    @Test func fiveMistakesAreFiveProblems() {
        #expect(Self.review("five-mistakes").problems.count == 5)
    }

    /// Warnings and notes leave a preset usable, errors do not.
    @Test(arguments: Rule.allCases)
    func onlyErrorsForbidToUseAPreset(rule: Rule) {
        guard Self.names.contains(rule.rawValue), rule != .encoderOption else { return }
        let path = Self.folder.appending(path: "\(rule.rawValue).yaml").path
        let isUsable = (try? Preset.load(path)) != nil
        #expect(isUsable == (rule.severity != .error))
    }
}
