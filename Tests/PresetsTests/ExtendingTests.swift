import Foundation
import MediaUnits
import Testing
internal import VideoCodecs

@testable import Presets

@Suite struct ExtendingTests {
    private func review(_ text: String) -> PresetReview {
        Preset.read(Array(("name: own\ndescription: Mine.\n" + text).utf8), file: "p.yaml")
    }

    private func preset(_ text: String) throws -> Preset {
        let review = review(text)
        return try #require(review.preset, "\(review.problems.map(\.description))")
    }

    @Test func omittedValuesAreThoseOfTheExtendedPreset() throws {
        let base = try Preset.load("hls-ladder-60")
        let own = try preset("extends: hls-ladder-60\n")
        #expect(own.name == "own" && own.description == "Mine.")
        #expect(own.ladder == base.ladder && own.video == base.video && own.audio == base.audio)
    }

    @Test func mappingsMergeRecursively() throws {
        let own = try preset(
            "extends: hls-ladder\nvideo: { encoder: { preset: slow, options: { ref: 3 } } }\n")
        #expect(own.video.encoder == .init(preset: "slow", options: ["ref": "3"]))
        #expect(own.video.gop == Rational(2))
        #expect(own.ladder.map(\.name) == ["1080p", "720p", "360p"])
    }

    /// `point` and `preset` exclude each other, so the preset that extends another one replaces either.
    @Test(arguments: [
        ("point: quality", Video.Encoder(point: .quality, options: ["ref": "2"])),
        ("preset: slow", .init(preset: "slow", options: ["ref": "2"])),
        ("tune: film", .init(point: .balanced, tune: "film", options: ["ref": "2"])),
    ])
    func pointReplacesThePresetOfTheEncoder(encoder: String, expected: Video.Encoder) throws {
        let own = try preset(
            "extends: hls-ladder\nvideo: { encoder: { \(encoder), options: { ref: 2 } } }\n")
        #expect(own.video.encoder == expected)
    }

    @Test func presetReplacesThePointOfTheEncoder() throws {
        let own = try preset(
            "extends: compress-high\nvideo: { encoder: { point: economy } }\nladder: [{ name: 1080p, maxrate: 2M }]\n"
        )
        #expect(own.video.encoder == .init(point: .economy))
    }

    @Test func noneReplacesAMapping() throws {
        let own = try preset("extends: hls-ladder\naudio: none\n")
        #expect(own.audio == nil && own.thumbnails != nil)
    }

    @Test func rungsMergeByName() throws {
        let own = try preset(
            """
            extends: hls-ladder
            ladder:
              - { name: 720p, maxrate: 2500k }
              - { name: 1080p, remove: true }
              - { name: 480p, size: 480, maxrate: 1400k }
              - { name: 240p, size: 240, maxrate: 400k }
            """)
        #expect(own.ladder.map(\.name) == ["720p", "480p", "360p", "240p"])
        #expect(own.ladder[0].maxrate == .kilobits(2500))
        #expect(own.ladder[0].profile == .high && own.ladder[0].size == 720)
        #expect(own.ladder[2].profile == .main)
    }

    /// Each problem has its location, in the preset or in the extended one.
    @Test(arguments: [
        (
            "extends: hls-lader\n",
            "p.yaml:3:10: preset.unknown: extends: no shipped preset has the name `hls-lader`; did you mean hls-ladder?"
        ),
        (
            "extends: /etc/preset.yaml\n",
            "p.yaml:3:10: extends.path: extends: `/etc/preset.yaml` leaves the folder of the preset; write the name of a shipped preset, or the path of a file in the same folder or below it, such as base.yaml or ./base.yaml"
        ),
        (
            "extends: a/../../b.yaml\n",
            "p.yaml:3:10: extends.path: extends: `a/../../b.yaml` leaves the folder of the preset; write the name of a shipped preset, or the path of a file in the same folder or below it, such as base.yaml or ./base.yaml"
        ),
        (
            "extends: ./none.yaml\n",
            "p.yaml:3:10: file.unreadable: extends: `./none.yaml`: no such file; check the path"
        ),
        (
            "extends: [hls-ladder]\n",
            "p.yaml:3:10: value.type: extends is a list, not a single value; write extends: value"
        ),
        (
            "extends: ./p.yaml\n",
            "p.yaml:3:10: extends.loop: extends: `p.yaml` extends this preset, directly or through others; remove `extends` from one of them"
        ),
        (
            "extends: hls-ladder\nladder: [{ name: 480p, remove: true }]\n",
            "p.yaml:4:10: extends.rung: ladder[4]: the extended preset has no rung `480p`; delete the item, or write the name of a rung of that preset"
        ),
        (
            "extends: hls-ladder\nladder: [{ name: 720p, maxrate: 2500 }]\n",
            "p.yaml:4:33: value.type: ladder[2].maxrate: `2500` is not a bit rate; write a number and its unit, such as 6000k or 6M"
        ),
        (
            "extends: hls-ladder-60\nvideo: { maxFrameRate: 24 }\n",
            "p.yaml:3:10: rung.frame-rate: ladder[3]: 30 frames/s exceed video.maxFrameRate (24) (hls-ladder-60:12:83); write 24 or less, or raise video.maxFrameRate"
        ),
        (
            "extends: compress-high\nvideo: { codec: hevc }\n",
            "p.yaml:3:10: value.choice: ladder[1].profile: `high` is a profile of H.264, and the rung is HEVC (compress-high:12:66); write profile: main for the rung, or codec: h264"
        ),
    ])
    func eachProblemIsReportedAtItsLocation(text: String, problem: String) {
        #expect(review(text).errors.map(\.description) == [problem])
    }

    /// Problems of a shipped preset are at the location of `extends`, each with its own origin.
    @Test func problemsOfAShippedBaseAreReportedWhereItIsExtended() {
        let found = review("extends: hls-ladder\nvideo: { codec: hevc }\n").problems
        #expect(found.filter { $0.rule == .valueChoice }.count > 1)
        #expect(found.allSatisfy { $0.file == "p.yaml" })
        let inBase = found.filter { $0.rule == .valueChoice }
        #expect(inBase.allSatisfy { ($0.line, $0.column) == (3, 10) })
        #expect(Set(inBase.map(\.message)).count == inBase.count)
        #expect(inBase.allSatisfy { $0.message.contains(" (hls-ladder:") })
    }

    /// Without video, thumbnails of the extended preset are removed, and those of the file itself are an error.
    @Test func audioAloneHasNoThumbnails() {
        let alone = review("extends: hls-ladder\nladder: none\n")
        #expect(alone.problems == [])
        #expect(alone.preset?.thumbnails == nil)
        let both = review("extends: hls-ladder\nladder: none\nthumbnails: { poster: {} }\n")
        #expect(both.problems.map(\.rule) == [.containerFile])
    }

    @Test func presetIsReadWithoutItsUnreadableBase() {
        let found = review("extends: none.yaml\nvideo: { gop: 2 }\n").problems.map(\.rule)
        #expect(found == [.fileUnreadable, .valueType])
    }

    @Test func chainsHaveAMaximumLengthAndNoLoop() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let inner = folder.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, extends base: String, _ more: String = "") throws -> String {
            let file = folder.appending(path: name)
            let text = "name: a\ndescription: b.\nextends: \(base)\n\(more)"
            try Data(text.utf8).write(to: file)
            return file.path
        }
        _ = try write("inner/c.yaml", extends: "hls-ladder", "video: { gop: 1s }\n")
        _ = try write("b.yaml", extends: "inner/./c.yaml", "packaging: { segment: 4s }\n")
        let top = try write("a.yaml", extends: "./b.yaml", "audio: none\n")
        let preset = try Preset.load(top)
        #expect(preset.packaging.segment == Rational(4) && preset.video.gop == Rational(1))
        #expect(preset.audio == nil)

        let deeper = try write("deeper.yaml", extends: "a.yaml")
        let position = "\(inner.path)/c.yaml:3:10:"
        #expect(
            Preset.review(deeper).problems.map(\.description) == [
                "\(position) extends.depth: extends: a chain of more than 4 presets; extend a preset that is nearer to the start of the chain"
            ])

        _ = try write("x.yaml", extends: "./y.yaml")
        _ = try write("y.yaml", extends: "x.yaml")
        let loop = Preset.review(folder.appending(path: "x.yaml").path).problems
        #expect(loop.map(\.rule) == [.extendsLoop])
        #expect(loop.first?.file == folder.appending(path: "y.yaml").path)

        let link = folder.appending(path: "inner/link.yaml")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.appending(path: "b.yaml"))
        let outside = try write("inner/outside.yaml", extends: "link.yaml")
        #expect(Preset.review(outside).problems.map(\.rule) == [.extendsPath])

        _ = try write("bad.yaml", extends: "hls-ladder", "video: { gop: 2 }\n")
        let above = try write("above.yaml", extends: "bad.yaml")
        #expect(
            Preset.review(above).errors.map { "\($0.file):\($0.line):\($0.column)" } == [
                folder.appending(path: "bad.yaml").path + ":4:15"
            ])
    }
}
