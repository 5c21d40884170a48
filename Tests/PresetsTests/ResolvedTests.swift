import Testing

@testable import Presets

/// The preset with every default filled in.
@Suite struct ResolvedTests {
    private func reviewed(_ text: String) throws -> (preset: Preset, resolved: String) {
        let review = Preset.read(Array(text.utf8), file: "p.yaml")
        return (
            try #require(review.preset, "\(review.problems.map(\.description))\n\(text)"),
            try #require(review.resolved)
        )
    }

    private static let odd = """
        name: 1st_
        description: "It's: #1 \\"\\\\\\n\\u2028 Ü & *"
        video: { gop: 1.0001s, encoder: { options: { deblock: '1,1', AQ_mode: 3 } } }
        packaging: { segment: 2.0002s }
        ladder: [{ name: '007', size: 360, crf: 21.25, maxrate: 900500bps, bufsize: 500k }]
        limits: { duration: none, pixels: 100x1000 }
        audio: none
        thumbnails: none
        """

    @Test(
        arguments: Preset.shipped.compactMap { try? Preset.source(of: $0) } + [
            preset(), odd, preset().replacing("One rung.", with: "\"It's: #1 & *\""),
            "name: a\ndescription: no\nextends: compress-low\n",
        ])
    func readsBackAsTheSamePreset(text: String) throws {
        let (preset, resolved) = try reviewed(text)
        let again = try reviewed(resolved)
        #expect(again.preset == preset)
        #expect(again.resolved == resolved)
    }

    /// An omitted level is no limit, and remains omitted.
    @Test func omittedLevelRemainsOmitted() throws {
        let (preset, resolved) = try reviewed(preset())
        #expect(preset.ladder[0].level == nil && !resolved.contains("level"))
    }

    /// The resolved preset has every key of the language, except for those that control merging.
    @Test func resolvedPresetHasEveryKey() throws {
        // Keys whose default is none or omitted have values here.
        let optional = """
            audio: { loudness: { target: -16LUFS } }
            limits: { formats: all, output: 1GB }
            target: high
            expect: { ssim: 0.97, psnr: 38dB, xpsnr: 36dB, vmaf: 90, maxrate: 7M, firstSegment: 150kB }
            cuePoints: [{ time: 5s, id: a, duration: 30s, assetList: "https://ads.example/a" }]
            """
        let rung = "name: 360p, size: 360, maxrate: 900k, level: 3.0"
        let resolved = try reviewed(preset(rungs: [rung], more: optional)).resolved
        func keys(_ records: [FieldRecord]) -> [String] {
            records.flatMap { record -> [String] in
                switch record.kind {
                case .mapping(let records, _, _): [record.key] + keys(records)
                case .list(let items, _, _): [record.key] + items.flatMap(keys)
                case .value, .texts: [record.key]
                }
            }
        }
        let missing = keys(Preset.outline).filter { !resolved.contains("\($0):") }
        // A preset has either `point` or `preset`.
        #expect(missing == ["extends", "point", "remove"])
        #expect(
            resolved.contains(
                "  psnr: 38dB\n  vmaf: 90\n  xpsnr: 36dB\n  maxrate: 7000k\n  firstSegment: 150kB\n"
            )
        )
        #expect(resolved.contains("    level: 3.0\n    maxFrameRate: 30\n"))
        #expect(resolved.contains("\ntarget: high\n"))
    }

    /// Keys of jobs are made from the text, and do not change with the keys that the language has.
    @Test(arguments: ["target: none", "expect: { xpsnr: none }", "expect: {}"])
    func omittedTargetsAndExpectationsRemainOmitted(more: String) throws {
        let resolved = try reviewed(preset(more: more)).resolved
        #expect(!resolved.contains("\ntarget:") && !resolved.contains("xpsnr"))
    }
}
