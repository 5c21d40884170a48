import Foundation
import Logging
import Presets
import Testing

@testable import vtranscode

@Suite struct ValidationTests {
    private func status(_ names: [String], isStrict: Bool = false) -> CommandStatus {
        Validation(names.map(PresetFixtureTests.review), isStrict: isStrict).status
    }

    @Test func errorsFailAndWarningsIfStrict() {
        #expect(status(["value.type"]) == .badData)
        #expect(status(["ladder.gap"]) == .success)
        #expect(status(["ladder.gap"], isStrict: true) == .badData)
        #expect(status(["ladder.step"], isStrict: true) == .success)
        #expect(status(["ladder.step", "value.type"]) == .badData)
    }

    /// Status 69: the presets are valid, but the build lacks an encoder.
    @Test func missingEncoderHasItsOwnStatus() {
        let missing = ValueProblem(.encoderMissing, "video.codec", "none", advice: "build one")
        var fine = Preset.review("hls-ladder")
        fine.add(missing)
        #expect(Validation([fine], isStrict: false).status == .missingEncoder)
        #expect(fine.problems.first { $0.rule == .encoderMissing }?.line == 11)
        var gap = PresetFixtureTests.review("ladder.gap")
        gap.add(missing)
        #expect(Validation([gap], isStrict: false).status == .missingEncoder)
        #expect(Validation([gap], isStrict: true).status == .badData)
        let bad = PresetFixtureTests.review("value.type")
        #expect(Validation([fine, bad], isStrict: false).status == .badData)
    }

    /// The problems of a base of several presets are reported once.
    @Test func problemOfABaseIsReportedOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let head = "name: a\ndescription: b.\n"
        for (name, text) in [
            ("base", "extends: compress-high\nvideo: { gop: 2 }\n"),
            ("one", "extends: base.yaml\n"), ("two", "extends: ./base.yaml\n"),
        ] {
            try Data((head + text).utf8).write(to: folder.appending(path: "\(name).yaml"))
        }
        func problems(_ names: [String]) -> [Problem] {
            let files = names.map { folder.appending(path: "\($0).yaml").path }
            return Validation(files.map { Preset.review($0) }, isStrict: false).problems
        }
        #expect(problems(["one", "base", "two"]).map(\.file.last) == ["l"])
        #expect(problems(["one", "two"]).count == 1)
        #expect(
            PresetFiles.find([folder.path]).map { URL(filePath: $0).lastPathComponent }
                == ["base.yaml", "one.yaml", "two.yaml"])
    }

    /// File names of pull requests are untrusted: they must not end a line, an attribute or a command.
    @Test func fileNamesAreEscaped() throws {
        let name = "a,b:c%<&\"\n::error::\u{1}.yaml"
        let validation = Validation([Preset.review(name)], isStrict: false)
        #expect(
            try ValidationFormat.github.text(of: validation).hasPrefix(
                "::error file=a%2Cb%3Ac%25<&\"%0A%3A%3Aerror%3A%3A\u{1}.yaml,title=file.unreadable::"
            ))
        #expect(
            try ValidationFormat.junit.text(of: validation).contains(
                "name=\"a,b:c%&lt;&amp;&quot;\n::error::?.yaml\""))
        #expect(
            try ValidationFormat.sarif.text(of: validation).contains(
                "\"uri\" : \"a%2Cb%3Ac%25%3C%26%22%0A%3A%3Aerror%3A%3A%01.yaml\""))
        #expect(try ValidationFormat.text.text(of: validation).split(separator: "\n").count == 3)
    }

    @Test func folderWithoutPresetsIsReported() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let found = PresetFiles.find([folder.path]).flatMap { Preset.review($0).problems }
        #expect(found.map(\.message) == ["no .yaml or .yml file in the folder"])
    }

    @Test(arguments: Preset.shipped)
    func shippedPresetsHaveNoProblems(name: String) {
        let review = PresetValidateCommand.review(name, logger: .init(label: "test"))
        #expect(Validation([review], isStrict: true).status == .success)
    }
}
