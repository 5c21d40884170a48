import MediaUnits
import Testing
internal import VideoCodecs

@testable import Presets

/// Rungs of HEVC, containers, and presets of audio alone.
@Suite struct CodecPresetTests {
    private func read(_ text: String) throws -> Preset {
        try #require(Preset.read(Array(text.utf8), file: "p.yaml").preset)
    }

    @Test func rungHasTheDefaultsOfItsCodec() throws {
        let text = preset(rungs: [
            "name: 1080p-hevc, codec: hevc, size: 1080, maxrate: 4M",
            "name: 720p-hevc, codec: hevc, size: 720, maxrate: 2M, level: 4.1",
            "name: 1080p, size: 1080, maxrate: 6M",
        ])
        let preset = try read(text)
        let ladder = preset.ladder
        #expect(ladder.map(\.codec) == [.hevc, .hevc, .h264])
        #expect(ladder.map(\.profile) == [.main, .main, .high])
        #expect(ladder.map(\.level) == [nil, "4.1", nil])
        #expect(ladder.map { $0.levels(in: preset.video).base } == ["4.0", "4.1", "4.0"])
    }

    @Test func codecOfVideoIsTheDefaultOfRungs() throws {
        let text = preset(
            video: "{ codec: hevc }",
            rungs: [
                "name: a, size: 720, maxrate: 2M", "name: b, codec: h264, size: 720, maxrate: 3M",
            ])
        #expect(try read(text).ladder.map(\.codec) == [.hevc, .h264])
    }

    @Test(arguments: [
        (
            preset(rungs: ["name: a, codec: hevc, size: 720, maxrate: 2M, profile: high"]),
            "p.yaml:6:62: value.choice: ladder[1].profile: `high` is a profile of H.264, and the rung is HEVC; write profile: main for the rung, or codec: h264"
        ),
        (
            preset(rungs: ["name: a, codec: hevc, size: 720, maxrate: 2M, level: 1.3"]),
            "value.choice: ladder[1].level: `1.3` is not supported; did you mean"
        ),
        (
            preset(rungs: ["name: a, codec: hevc, size: 1080, maxrate: 2M, level: 3.1"]),
            "level.size: ladder[1]: level 3.1 does not allow 1920x1080 at 30 frames/s; write level: 4.0"
        ),
        (
            preset(rungs: ["name: a, codec: hevc, size: 720, maxrate: 11M, level: 3.1"]),
            "level.bitrate: ladder[1]: level 3.1 allows a maxrate of 10000k"
        ),
        (
            preset(rungs: [
                "name: a, codec: hevc, size: 720, maxrate: 2M", "name: b, size: 1080, maxrate: 6M",
                "name: c, codec: hevc, size: 1080, maxrate: 1500k",
            ]),
            "p.yaml:8:5: ladder.order: ladder[3]"
        ),
        (
            preset(
                packaging: "{ container: ts }",
                rungs: ["name: a, codec: hevc, size: 720, maxrate: 2M"]),
            "container.codec: players support HEVC in fragmented MP4 only"
        ),
        (
            preset(packaging: "{ container: ts }", more: "audio: { channels: 4 }"),
            "container.audio: container ts does not support 4 channels of AAC"
        ),
        (
            preset(packaging: "{ container: ts, segment: 5s }"), "segment.gop: "
        ),
    ])
    func problemsAreReported(text: String, problem: String) {
        let found = Preset.read(Array(text.utf8), file: "p.yaml").errors.map(\.description)
        #expect(found.count == 1 && found[0].contains(problem), "\(found)")
    }

    private static let audioAlone = "name: test\ndescription: Audio.\nladder: none\n"

    @Test func presetWithoutLadderMakesAudio() throws {
        let preset = try read(Self.audioAlone)
        #expect(preset.ladder.isEmpty && preset.thumbnails == nil && preset.audio == Audio())
    }

    @Test(arguments: [
        ("audio: none", "p.yaml:3:9: ladder.empty: the preset has neither video nor audio"),
        (
            "thumbnails: { poster: { width: 640 } }",
            "container.file: thumbnails need video"
        ),
    ])
    func presetWithoutLadderIsChecked(more: String, problem: String) {
        let found = problems(in: Self.audioAlone + more + "\n")
        #expect(found.count == 1 && found[0].contains(problem), "\(found)")
    }
}
