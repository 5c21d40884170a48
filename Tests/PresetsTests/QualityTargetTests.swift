import Testing

@testable import Presets

/// The key `target`: the quality for which CRFs are chosen.
@Suite struct QualityTargetTests {
    private func read(_ text: String) throws -> Preset {
        try Preset.parse(text, named: "p.yaml")
    }

    @Test(
        arguments: [
            ("low", .low), ("medium", .medium), ("high", .high), ("xpsnr=38.5", .xpsnr(38.5)),
            ("xpsnr=38.5dB", .xpsnr(38.5)), ("xpsnr=20", .xpsnr(20)), ("xpsnr=60", .xpsnr(60)),
            ("none", nil),
        ] as [(String, QualityTarget?)])
    func targetIsRead(text: String, target: QualityTarget?) throws {
        #expect(try read(preset(more: "target: \(text)")).target == target)
    }

    /// Each mistake, with its rule and remedy.
    @Test(arguments: [
        ("best", "value.type: target: `best` is not a quality target"),
        ("38.5", "value.type: target: `38.5` is not a quality target"),
        ("xpsnr=", "value.type: target: `xpsnr=` is not a quality target"),
        ("xpsnr=nan", "value.type: target: `xpsnr=nan` is not a quality target"),
        ("xpsnr=0x26", "value.type: target: `xpsnr=0x26` is not a quality target"),
        ("xpsnr=60.5", "value.range: target: `xpsnr=60.5` is out of range"),
        ("xpsnr=19dB", "value.range: target: `xpsnr=19dB` is out of range"),
    ])
    func otherValuesAreReported(text: String, problem: String) {
        let review = Preset.read(Array(preset(more: "target: \(text)").utf8), file: "p.yaml")
        #expect(
            review.errors.map(\.description) == [
                "p.yaml:7:9: \(problem); write low, medium, high, or a number of dB from 20 to 60 such as xpsnr=38.5, or none"
            ])
    }

    /// Inherited targets and expectations can be removed.
    @Test func noneRemovesAnInheritedValue() throws {
        let compress = "name: own\ndescription: Ours.\nextends: compress-high\n"
        #expect(try read(compress).target == .high)
        #expect(try read(compress + "target: none\n").target == nil)
        let shorts = "name: own\ndescription: Ours.\nextends: shorts\n"
        #expect(try read(shorts).expect?.firstSegment != nil)
        #expect(try read(shorts + "expect: { firstSegment: none }\n").expect?.firstSegment == nil)
    }
}
