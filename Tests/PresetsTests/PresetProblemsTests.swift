import Testing

@testable import Presets

@Suite struct PresetProblemsTests {
    /// The problem of each mistake: position, rule, cause and remedy.
    @Test(arguments: [
        (
            preset(video: "{ codek: h264 }"),
            "p.yaml:4:10: key.unknown: video has no key `codek`; did you mean codec?"
        ),
        (
            preset(video: "{ color: red }"),
            "p.yaml:4:10: key.unknown: video has no key `color`; the keys are codec, gop, maxFrameRate, encoder"
        ),
        (
            preset(video: "{ gop: 2s, gop: 2s }"),
            "p.yaml:4:19: key.duplicate: the key `gop` is already on line 4; remove one of them"
        ),
        (
            preset(video: "{ \"gop\":2s, 'gop': 2s }"),
            "p.yaml:4:20: key.duplicate: the key `gop` is already on line 4; remove one of them"
        ),
        (
            preset(rungs: ["name: a, size: 360"]),
            "p.yaml:6:5: key.missing: ladder[1] has no maxrate; add maxrate"
        ),
        (
            preset(video: "{ gop: 2 }"),
            "p.yaml:4:15: value.type: video.gop: `2` is not a time; write a number and its unit, such as 2s, 500ms or 1m30s"
        ),
        (
            preset(video: "{ gop: 1m }"),
            "p.yaml:4:15: value.range: video.gop: `1m` is out of range; write 500ms to 10s"
        ),
        (
            preset(video: "{ gop: [2s] }"),
            "p.yaml:4:15: value.type: video.gop is a list, not a single value; write gop: value"
        ),
        (
            preset(video: "h264"),
            "p.yaml:4:8: value.type: video is a single value, not a mapping; write video: { codec: h264 }; the keys are codec, gop, maxFrameRate, encoder"
        ),
        (
            preset(video: "{ codec: h265 }"),
            "p.yaml:4:17: value.choice: video.codec: `h265` is not supported; did you mean h264?"
        ),
        (
            preset(video: "{ maxFrameRate: 29.97 }"),
            "p.yaml:4:24: value.type: video.maxFrameRate: `29.97` is not a frame rate; write an integer or a fraction, such as 30000/1001"
        ),
        (
            preset(video: "{ encoder: { options: { KeyInt: 30 } } }"),
            "p.yaml:4:32: option.reserved: video.encoder.options.KeyInt is an option that the plan sets; remove it, or use the preset's own keys"
        ),
        (
            preset(rungs: ["name: ../a, size: 360, maxrate: 900k"]),
            "p.yaml:6:13: value.name: ladder[1].name: `../a` is not a safe file name; write 1 to 64 of a-z, 0-9, -, _ and ., a letter or digit first"
        ),
        (
            preset(rungs: ["name: a, size: 360, maxrate: 900"]),
            "p.yaml:6:36: value.type: ladder[1].maxrate: `900` is not a bit rate; write a number and its unit, such as 6000k or 6M"
        ),
        (
            preset(packaging: "{ segment: 5s }"),
            "p.yaml:3:12: segment.gop: packaging.segment (5s) is not a multiple of video.gop (2s); write segment: 6s"
        ),
        (
            preset(rungs: [
                "name: a, size: 360, maxrate: 900k", "name: b, size: 720, maxrate: 3M",
            ]),
            "p.yaml:7:5: ladder.order: ladder[2]: 720 at 3000k is not below the previous rung (360 at 900k); begin with the highest rung, in size and in maxrate"
        ),
        (
            preset(rungs: [
                "name: a, size: 720, maxrate: 3M", "name: a, size: 360, maxrate: 1500k",
            ]),
            "p.yaml:7:13: ladder.name: ladder[2]: an earlier rung has the same name, `a`; give each rung a unique name"
        ),
        (
            preset(rungs: ["name: a, size: 1080, maxrate: 6M, level: 3.1"]),
            "p.yaml:6:48: level.size: ladder[1]: level 3.1 does not allow 1920x1080 at 30 frames/s; write level: 4.0, or remove it"
        ),
        (
            preset(rungs: ["name: a, size: 1080, maxrate: 26M, bufsize: 1s, level: 4.0"]),
            "p.yaml:6:62: level.bitrate: ladder[1]: level 4.0 allows a maxrate of 25000k and a bufsize of 31250k, not 26000k and 26000k; write level: 4.1, or remove it"
        ),
        (
            preset(rungs: ["name: a, size: 360, maxrate: 1M, maxFrameRate: 60"]),
            "p.yaml:6:54: rung.frame-rate: ladder[1]: 60 frames/s exceed video.maxFrameRate (30); write 30 or less, or raise video.maxFrameRate"
        ),
        (
            preset(packaging: "{ container: mp4 }", more: "thumbnails: {}"),
            "p.yaml:7:13: container.file: container mp4 cannot contain thumbnails; write thumbnails: none"
        ),
        (
            preset(more: "audio:"),
            "p.yaml:7:7: value.type: audio is empty, not a mapping; write audio: none, or audio: { codec: aac }; the keys are codec, channels, sampleRate, bitrate, maxTracks, loudness"
        ),
        (
            preset(more: "captions: webvtt"),
            "p.yaml:7:11: value.type: captions is a single value, not a mapping; write captions: none, or captions: { maxTracks: 32 }; the keys are maxTracks, beside"
        ),
        (
            preset(more: "ladder: [720p]").replacing(/ladder:\n.*\n/, with: ""),
            "p.yaml:5:10: value.type: ladder[1] is a single value, not a mapping; write { name: value, size: value, maxrate: value }; the keys are name, codec, size, crf, maxrate, bufsize, profile, level, maxFrameRate, remove"
        ),
        (
            preset(more: "captions: { format: webvtt }"),
            "p.yaml:7:13: key.unknown: captions has no key `format`; the keys are maxTracks, beside"
        ),
        (
            preset(video: "{ encoder: { options: none } }"),
            "p.yaml:4:30: value.type: video.encoder.options is a single value, not a mapping; write options: { key: value }"
        ),
        (
            preset(more: "audio: { loudness: { target: -16 } }"),
            "p.yaml:7:30: value.type: audio.loudness.target: `-16` is not a level; write a number and its unit, such as -40LUFS"
        ),
        (
            preset(more: "audio: { loudness: { truePeak: --1dBTP } }"),
            "p.yaml:7:32: value.type: audio.loudness.truePeak: `--1dBTP` is not a level; write a number and its unit, such as -9dBTP"
        ),
        (
            preset(more: "audio: { loudness: { target: -3LUFS } }"),
            "p.yaml:7:30: value.range: audio.loudness.target: `-3LUFS` is out of range; write -40LUFS to -5LUFS"
        ),
        (
            preset(more: "captions: { maxTracks: 0 }"),
            "p.yaml:7:24: value.range: captions.maxTracks: `0` is out of range; write 1 to 64"
        ),
        (
            preset(more: "limits: { memory: 512 }"),
            "p.yaml:7:19: value.type: limits.memory: `512` is not a size; write a number and its unit, such as 10GB or 512MiB"
        ),
        (
            preset(more: "limits: { packets: 5G }"),
            "p.yaml:7:20: value.type: limits.packets: `5G` is not a number; write digits, or thousands or millions such as 500k or 20M"
        ),
        (
            preset(more: "limits: { duration: 10 }"),
            "p.yaml:7:21: value.type: limits.duration.max: `10` is not a time; write a number and its unit, such as 2s, 500ms or 1m30s, or none"
        ),
        (
            preset(more: "limits: { duration: { over: cut } }"),
            "p.yaml:7:29: value.choice: limits.duration.over: `cut` is not supported; write refuse or trim"
        ),
        (
            preset(more: "audio: { sampleRate: 48 }"),
            "p.yaml:7:22: value.choice: audio.sampleRate: `48` is not supported; write 16000, 22050, 24000, 32000, 44100 or 48000"
        ),
        (
            "name: a\ndescription: b\nladder: []\n",
            "p.yaml:3:9: ladder.empty: the ladder has 0 rungs; write 1 to 16 rungs, highest first"
        ),
    ])
    func eachProblemHasItsLocationAndRemedy(text: String, problem: String) {
        #expect(problems(in: text) == [problem])
    }

    @Test func allProblemsAreReportedInTheOrderOfTheFile() {
        let text = """
            name: Bad Name
            video: { gop: 2, codec: av1, gop: 3s, gop: 4s }
            ladder:
              - { name: 360p, siz: 360, maxrate: 900k, maxrate: 1M }
              - 720p
            audio: { channels: two }
            limits: { pixels: big }
            color: red
            """
        let positions = problems(in: text).map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        #expect(
            positions == [
                "p.yaml:1:1: key.missing:", "p.yaml:1:7: value.name:", "p.yaml:2:15: value.type:",
                "p.yaml:2:25: value.choice:", "p.yaml:2:30: key.duplicate:",
                "p.yaml:2:39: key.duplicate:", "p.yaml:4:19: key.unknown:",
                "p.yaml:4:44: key.duplicate:", "p.yaml:5:5: value.type:",
                "p.yaml:6:20: value.type:", "p.yaml:7:19: value.type:", "p.yaml:8:1: key.unknown:",
            ])
    }

    /// A misspelled key is not reported as missing.
    @Test func misspelledKeyIsOneProblem() {
        #expect(problems(in: preset().replacing("name: test", with: "nam: test")).count == 1)
    }
}
