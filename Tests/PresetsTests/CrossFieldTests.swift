import MediaUnits
import Testing

@testable import Presets

/// Rules over several values run for whatever could be read.
@Suite struct CrossFieldTests {
    @Test(arguments: [
        (
            preset(rungs: [
                "name: a, size: 360, crf: 99, maxrate: 900k", "name: b, size: 720, maxrate: 3M",
            ]),
            [
                "p.yaml:6:32: value.range: ladder[1].crf: `99` is out of range; write 1 to 51",
                "p.yaml:7:5: ladder.order: ladder[2]: 720 at 3000k is not below the previous rung (360 at 900k); begin with the highest rung, in size and in maxrate",
            ]
        ),
        (
            preset(
                video: "{ gop: 2 }",
                rungs: [
                    "name: a, size: 720, maxrate: 1800k", "name: a, size: 360, maxrate: 900k",
                ]),
            [
                "p.yaml:4:15: value.type: video.gop: `2` is not a time; write a number and its unit, such as 2s, 500ms or 1m30s",
                "p.yaml:7:13: ladder.name: ladder[2]: an earlier rung has the same name, `a`; give each rung a unique name",
            ]
        ),
        (
            preset(
                packaging: "{ container: dash, segment: 5s }",
                rungs: ["name: a, size: 1080, maxrate: 6M, level: 3.1"],
                more: "audio: { bitrate: 900k }"),
            [
                "p.yaml:3:25: value.choice: packaging.container: `dash` is not supported; write fmp4, ts or mp4",
                "p.yaml:6:48: level.size: ladder[1]: level 3.1 does not allow 1920x1080 at 30 frames/s; write level: 4.0, or remove it",
                "p.yaml:7:19: audio.bitrate: audio.bitrate: 900k for 2 x 48000 Hz; write 576k or less",
            ]
        ),
        (
            preset(
                video: "{ encoder: { options: { bframes: 3, output-depth: 10 } } }",
                rungs: ["name: a, size: 360, crf: x, maxrate: 900k, profile: baseline"]),
            [
                "p.yaml:4:41: profile.tools: video.encoder.options.bframes: profile baseline of a does not support it; remove it, or write another profile for a",
                "p.yaml:4:58: profile.depth: video.encoder.options.output-depth: `10` bits; remove it",
                "p.yaml:6:32: value.type: ladder[1].crf: `x` is not a number; write a number such as 23 or 21.5",
            ]
        ),
        (
            preset(
                packaging: "{ container: ts, segment: 5s }", video: "{ gop: 2s, frames: 9 }",
                rungs: [
                    "name: a, codec: hevc, size: 360, maxrate: 600k",
                    "name: b, size: 240, maxrate: 300",
                ]),
            [
                "p.yaml:3:12: segment.gop: packaging.segment (5s) is not a multiple of video.gop (2s); write segment: 6s",
                "p.yaml:4:19: key.unknown: video has no key `frames`; the keys are codec, gop, maxFrameRate, encoder",
                "p.yaml:6:3: container.codec: players support HEVC in fragmented MP4 only, not in container ts; write codec: h264, or container: fmp4",
                "p.yaml:7:36: value.type: ladder[2].maxrate: `300` is not a bit rate; write a number and its unit, such as 6000k or 6M",
            ]
        ),
        (
            preset(rungs: ["name: a, size: 1080, maxrate: 6, level: 3.1"]),
            [
                "p.yaml:6:37: value.type: ladder[1].maxrate: `6` is not a bit rate; write a number and its unit, such as 6000k or 6M",
                "p.yaml:6:47: level.size: ladder[1]: level 3.1 does not allow 1920x1080 at 30 frames/s; write level: 4.0 or higher, or remove it",
            ]
        ),
        (
            preset(
                video: "{ encoder: { preset: slow, options: { threads: 2 }, point: quality } }",
                rungs: ["name: a, size: 360, crf: x, maxrate: 900k"]),
            [
                "p.yaml:4:46: option.reserved: video.encoder.options.threads is an option that the plan sets; remove it, or use the preset's own keys",
                "p.yaml:4:67: encoder.point: video.encoder: point: quality and preset: slow exclude each other; remove one of them",
                "p.yaml:6:32: value.type: ladder[1].crf: `x` is not a number; write a number such as 23 or 21.5",
            ]
        ),
        (
            "name: a\ndescription: b\nladder: none\naudio: none\nonDamage: x\n",
            [
                "p.yaml:3:9: ladder.empty: the preset has neither video nor audio; write a ladder, or remove audio: none",
                "p.yaml:5:11: value.choice: onDamage: `x` is not supported; write publish or refuse",
            ]
        ),
    ])
    func allMistakesAreReportedAtOnce(text: String, expected: [String]) {
        #expect(problems(in: text) == expected)
    }

    /// Known sizes and maximum rates are compared, and unknown ones are skipped.
    @Test(arguments: [
        (
            ["name: a, size: 360, maxrate: 900", "name: b, size: 720, maxrate: 3M"],
            "ladder[2]: 720 is not below the previous rung (360);"
        ),
        (
            ["name: a, size: x, maxrate: 900k", "name: b, size: 720, maxrate: 3M"],
            "ladder[2]: 3000k is not below the previous rung (900k);"
        ),
        (
            [
                "name: a, size: 720, maxrate: 3M", "name: b, size: 480, maxrate: 1400",
                "name: c, size: 360, maxrate: 4M",
            ],
            "ladder[3]: 4000k is not below an earlier rung (3000k);"
        ),
        (
            [
                "name: a, size: 720, maxrate: 3M", "name: b, size: x, maxrate: 1400",
                "name: c, size: 900, maxrate: 4M",
            ],
            "ladder[3]: 900 at 4000k is not below an earlier rung (720 at 3000k);"
        ),
        (
            [
                "name: a, size: 720, maxrate: 3M", "name: b, codec: x, size: 480, maxrate: 2M",
                "name: c, size: 900, maxrate: 2M",
            ],
            "ladder[3]: 900 at 2000k is not below an earlier rung (720 at 3000k);"
        ),
    ])
    func orderOfKnownRungsIsChecked(rungs: [String], message: String) {
        let found = problems(in: preset(rungs: rungs)).filter { $0.contains(" ladder.order: ") }
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    /// Consequences of an invalid value are not reported.
    @Test(arguments: [
        // Rungs without a codec may be of either one.
        preset(
            video: "{ codec: h265 }",
            rungs: ["name: a, size: 720, maxrate: 2M, profile: high, level: 6.0"]),
        preset(
            video: "{ codek: hevc }",
            rungs: ["name: a, size: 1080, maxrate: 4M, level: 6.2"]),
        preset(rungs: ["name: a, codec: h265, size: 720, maxrate: 2M, profile: high, level: 6.1"]),
        preset(rungs: ["name: a, codex: hevc, size: 720, maxrate: 2M, level: 6.1"]),
        // Rungs of different codecs are not compared.
        preset(rungs: [
            "name: a, codec: x, size: 360, maxrate: 900k", "name: b, size: 720, maxrate: 2M",
        ]),
        // 6s is not a multiple of 4s, but also not meant: a key is misspelled.
        preset(packaging: "{ segmnt: 8s }", video: "{ gop: 4s }"),
        preset(video: "{ gop: 4 }"), preset(video: "gop"),
        preset(video: "{ encoder: { point: balance, preset: slow } }"),
        preset(video: "{ encoder: { point: balanced, preset: slo } }"),
        preset(packaging: "{ container: mp5 }", more: "thumbnails: { poster: {} }"),
        preset(packaging: "{ contaner: mp4, segment: 5s }"),
        // The default of thumbnails depends on the container and the ladder.
        preset(packaging: "{ container: x }", more: "limits: { duration: 5s }"),
        preset(
            video: "{ maxFrameRate: 29.97 }",
            rungs: ["name: a, size: 1080, maxrate: 6M, level: 4.0, maxFrameRate: 60"]),
        preset(rungs: ["name: a, size: 360, maxrate: 900, bufsize: 9M, level: 3.0"]),
        preset(more: "audio: { channels: 9, bitrate: 16k }"),
        preset(more: "audio: { channels: 1, bitrate: 900k, sampleRate: 5 }"),
        "name: a\ndescription: b\nladder: []\nthumbnails: {}\naudio: none\n",
        "name: a\ndescription: b\nladder: 720p\naudio: none\n",
        // The unreadable file could have more of the rungs.
        """
        name: a
        description: b
        extends: none.yaml
        packaging: { segment: 5s }
        ladder:
          - { name: 360p, size: 360, maxrate: 900k }
          - { name: 360p, remove: true }
          - { name: 720p, size: 720, maxrate: 3M }
        """,
        """
        name: a
        description: b
        extends: compress-high
        ladder: [{ name: 9 9, remove: true }]
        """,
    ])
    func consequenceOfAnInvalidValueIsNotReported(text: String) {
        #expect(problems(in: text).count == 1, "\(problems(in: text))")
    }

    /// The value of a duplicate key is unknown, also in a preset that extends another.
    @Test(arguments: ["ladder: [{ name: a, size: 360, maxrate: 900k }]", "extends: hls-ladder"])
    func duplicateKeyIsTheOnlyProblem(base: String) {
        let twice = "packaging: { segment: 5s, segment: 7s }\nvideo: { gop: 2s, gop: 3s }\n"
        let text = "name: a\ndescription: b\n\(base)\n\(twice)"
        let errors = Preset.read(Array(text.utf8), file: "p.yaml").errors
        #expect(errors.map(\.rule) == [.keyDuplicate, .keyDuplicate])
    }

    /// Keys of one mapping differ enough that none is a misspelling of another, but for two measures with established names.
    @Test func noKeyIsAMisspellingOfAnother() {
        func check(_ records: [FieldRecord]) {
            let keys = records.map(\.key)
            for key in keys {
                let nearest = Suggestion.nearest(to: key, among: keys.filter { $0 != key })
                let measures: Set = ["psnr", "xpsnr"]
                guard !measures.contains(key) || !measures.contains(nearest ?? "") else { continue }
                #expect(nearest == nil, "\(key)")
            }
            for record in records {
                switch record.kind {
                case .mapping(let records, _, _): check(records)
                case .list(let items, _, _): items.forEach(check)
                case .value, .texts: break
                }
            }
        }
        check(Preset.outline)
    }
}

/// Any single invalid value adds one problem, and other mistakes are still reported.
@Suite struct MutationTests {
    private static let base = """
        name: base
        description: Every key.
        packaging: { container: fmp4, segment: 6s, download: true, copyBelow: 10MB, start: 2M }
        video:
          gop: 2s
          maxFrameRate: 30
          encoder: { tune: film, options: { ref: 2, bframes: 3, output-depth: 8 } }
        ladder:
          - { name: 1080p, size: 1080, maxrate: 6M, level: 4.0 }
          - { name: 720p, size: 720, maxrate: 3M, level: 3.1 }
          - { name: 480p, size: 480, maxrate: 1500k, profile: main, level: 3.1 }
          - { name: 360p-hevc, codec: hevc, size: 360, maxrate: 600k, level: 3.0 }
        audio: { bitrate: 128k, loudness: { target: -16LUFS } }
        limits: { output: 400GB, formats: all }
        expect: { ssim: 0.9, psnr: 38dB, xpsnr: 36dB, vmaf: 90, maxrate: 7M, firstSegment: 150kB }
        """

    struct Mistake: Sendable, CustomTestStringConvertible {
        let rule: Rule
        let values: [String: String]
        /// The paths of the values that the rule reads.
        let reads: Set<String>
        var testDescription: String { "\(rule.rawValue) \(values.sorted { $0.key < $1.key })" }

        init(_ rule: Rule, _ values: [String: String], also reads: [String] = []) {
            self.rule = rule
            self.values = values
            self.reads = Set(values.keys).union(reads)
        }
    }

    private static func keys(_ keys: String..., of rungs: ClosedRange<Int>) -> [String] {
        rungs.flatMap { rung in keys.map { "ladder[\(rung)].\($0)" } }
    }

    private static let rate = "video.maxFrameRate"
    private static let container = "packaging.container"

    static let mistakes = [
        Mistake(
            .ladderOrder, ["ladder[3].maxrate": "3500k"],
            also: keys("codec", "maxrate", of: 2...3)),
        Mistake(.ladderName, ["ladder[3].name": "720p"], also: ["ladder[2].name"]),
        Mistake(.segmentGOP, ["packaging.segment": "5s"], also: [container, "video.gop"]),
        Mistake(
            .levelSize, ["ladder[1].level": "3.1"],
            also: [rate]
                + keys("codec", "size", "maxFrameRate", of: 1...1)),
        Mistake(
            .levelBitrate, ["ladder[1].maxrate": "26M"],
            also: keys("codec", "level", "bufsize", "profile", of: 1...1)),
        Mistake(.rungFrameRate, ["ladder[2].maxFrameRate": "60"], also: [rate]),
        Mistake(.containerFile, [container: "mp4"]),
        Mistake(.containerCodec, [container: "ts"], also: ["ladder[4].codec"]),
        Mistake(.containerAudio, [container: "ts", "audio.channels": "4"]),
        Mistake(.levelReferences, ["video.encoder.options.ref": "9"]),
        Mistake(.levelReferences, ["video.encoder.options.ref": "0x9"]),
        Mistake(.profileDepth, ["video.encoder.options.output-depth": "10"]),
        Mistake(
            .profileTools, ["ladder[3].profile": "baseline"],
            also: ["ladder[3].codec", "video.encoder.options.bframes"]),
        Mistake(.gopLong, ["video.gop": "6s"], also: [container]),
        Mistake(.segmentLength, ["packaging.segment": "12s"], also: [container]),
        Mistake(.frameRateHigh, [rate: "120"]),
        Mistake(.frameRateUnused, [rate: "60"], also: keys("maxFrameRate", of: 1...4)),
        Mistake(
            .rungBitrate, ["ladder[4].maxrate": "100k"],
            also: [rate] + keys("size", "maxFrameRate", of: 4...4)),
        Mistake(.rungBuffer, ["ladder[2].bufsize": "4s"], also: ["ladder[2].maxrate"]),
        Mistake(
            .ladderStep, ["ladder[2].maxrate": "3500k"],
            also: [rate] + keys("codec", "maxrate", "maxFrameRate", of: 2...3)),
        Mistake(
            .audioBitrate, ["audio.bitrate": "1000k"], also: ["audio.channels", "audio.sampleRate"]),
        Mistake(
            .audioQuality, ["audio.bitrate": "32k"], also: ["audio.channels", "audio.sampleRate"]),
        Mistake(.audioSurround, ["audio.channels": "6"], also: [container]),
        Mistake(
            .storyboardSize, ["thumbnails.storyboard.width": "640"],
            also: ["thumbnails.storyboard.columns", "thumbnails.storyboard.rows"]),
        Mistake(
            .storyboardBytes,
            ["thumbnails.storyboard.rows": "25", "thumbnails.storyboard.columns": "20"],
            also: ["thumbnails.storyboard.width"]),
        Mistake(.limitsUnreachable, ["limits.pixels": "640x352"]),
        Mistake(
            .limitsUnreachable, ["limits.duration.max": "5s"],
            also: ["packaging.segment", "thumbnails.storyboard.every", container]),
        Mistake(.copyUnused, ["packaging.download": "false"], also: ["packaging.copyBelow"]),
    ]

    private struct Report: Hashable {
        let rule: Rule
        let line: Int
    }

    private func reports(_ text: String) -> Set<Report> {
        Set(
            Preset.read(Array(text.utf8), file: "p.yaml").problems
                .map { Report(rule: $0.rule, line: $0.line) })
    }

    @Test(arguments: mistakes)
    func otherMistakesAreStillReported(mistake: Mistake) throws {
        let wrong = try MutatedPreset(of: Self.base).with(mistake.values)
        let before = reports(wrong.text)
        #expect(before.contains { $0.rule == mistake.rule })
        for (index, line) in wrong.lines.enumerated() where line.value != nil {
            // Over all mistakes, each kind of invalid value occurs.
            let texts = try wrong.textsWithout(line)
            let text = texts[(index + mistake.reads.count) % texts.count]
            let after = reports(text)
            let own = after.filter { $0.line == index + 1 && !before.contains($0) }
            #expect(!own.isEmpty && own.allSatisfy { $0.rule.isOfOneValue }, "\(line.path): \(own)")
            let other = after.subtracting(own).subtracting(before)
            #expect(other.isEmpty, "\(line.path): \(other)")
            guard !mistake.reads.contains(line.path) else { continue }
            #expect(after.contains { $0.rule == mistake.rule }, "\(line.path)")
        }
    }
}

extension Rule {
    fileprivate var isOfOneValue: Bool {
        rawValue.hasPrefix("value.") || rawValue.hasPrefix("key.")
    }
}
