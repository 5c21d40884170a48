import Foundation
import Logging
import Presets
import Testing

@testable import vtranscode

/// Bad presets, one for each rule, and their reports.
@Suite struct PresetFixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../PresetsTests/Fixtures").standardizedFileURL

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

    static func review(_ name: String) -> PresetReview {
        PresetValidateCommand.review(
            folder.appending(path: "\(name).yaml").path, logger: Logger(label: "test"))
    }

    /// `RECORD=1` records the reports.
    @Test(arguments: names)
    func reportEqualsTheFixture(name: String) throws {
        let text =
            ProblemText.text(of: Validation([Self.review(name)], isStrict: false))
            .replacing(Self.folder.path + "/", with: "") + "\n"
        let fixture = Self.folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: fixture)
        }
        #expect(text == (try String(contentsOf: fixture, encoding: .utf8)))
    }

    /// One mistake is one problem, with the rule in the file's name.
    @Test(arguments: Rule.allCases)
    func fixtureOfARuleHasItsProblemOnly(rule: Rule) {
        // These depend on the build; EncoderCheckTests and VMAFMeterTests test them.
        guard ![.encoderMissing, .encoderRefuses, .expectUnmeasured].contains(rule) else { return }
        #expect(Self.review(rule.rawValue).problems.map(\.rule) == [rule])
    }

    @Test func fiveMistakesAreFiveProblems() {
        #expect(Self.review("five-mistakes").problems.count == 5)
    }

    /// Warnings and notes leave a preset usable, errors do not.
    @Test(arguments: Rule.allCases)
    func onlyErrorsRejectAPreset(rule: Rule) {
        guard Self.names.contains(rule.rawValue), rule != .encoderOption else { return }
        let path = Self.folder.appending(path: "\(rule.rawValue).yaml").path
        let isUsable = (try? Preset.load(path)) != nil
        #expect(isUsable == (rule.severity != .error))
    }
}
