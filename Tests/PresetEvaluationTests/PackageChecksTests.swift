import HLS
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import PresetEvaluation

@Suite struct PackageChecksTests {
    typealias Corruption = @Sendable (inout PackageContents) -> Void

    private func findings(_ corrupt: Corruption = { _ in }) -> [EvaluationFinding] {
        var package = SamplePackage.contents()
        corrupt(&package)
        return PackageChecks(package: package, plans: SamplePackage.plans).findings()
    }

    @Test func correctPackageHasNoFindings() { #expect(findings() == []) }

    /// Each defect is one finding of its own check.
    static let defects: [(EvaluationFinding.Check, String, Corruption)] = [
        (.files, "a file is missing", { $0.files["video/360p/1.m4s"] = nil }),
        (.files, "the init segment is missing", { $0.files["audio/und/init.mp4"] = nil }),
        (
            .files, "a byte range beyond the end",
            { $0.playlists[SamplePackage.high]!.segments[1].byteRange = 0..<1_500_001 }
        ),
        (
            .durations, "EXTINF is two frames too long",
            { $0.playlists[SamplePackage.high]!.segments[0].duration = Rational(182, 30) }
        ),
        (
            .durations, "the last segment ends early",
            { $0.tracks[SamplePackage.audioURI]!.segments[1].end = Rational(11) }
        ),
        (
            .keyframes, "keyframes of the lower rung are not aligned",
            { $0.tracks[SamplePackage.low]!.segments[1].keyframes[1] = Rational(33, 4) }
        ),
        (
            .keyframes, "a segment begins without one",
            { $0.tracks[SamplePackage.high]!.segments[1].startsWithKeyframe = false }
        ),
        (
            .size, "another frame size",
            { $0.tracks[SamplePackage.low]!.size = Resolution(width: 640, height: 362) }
        ),
        (
            .bandwidth, "a segment exceeds BANDWIDTH",
            { $0.tracks[SamplePackage.high]!.segments[0].bytes = 1_600_000 }
        ),
        (
            .ceiling, "a segment is above its ceiling",
            { $0.tracks[SamplePackage.low]!.segments[0].videoBytes = 690_000 }
        ),
    ]

    @Test(arguments: defects.indices)
    func eachDefectIsAnError(index: Int) {
        let (check, defect, corrupt) = Self.defects[index]
        let found = findings(corrupt)
        #expect(found.map(\.check) == [check], "\(defect)")
        #expect(found.map(\.severity) == [.error], "\(defect)")
    }

    /// The encoded profile and level are compared with the playlist and the plan; a profile may be lower than the plan's.
    @Test(arguments: [
        (SamplePackage.low, "avc1.64001e", EvaluationFinding.Severity.error),
        (SamplePackage.high, "avc1.640028", .error), (SamplePackage.high, "avc1.4d401f", .note),
        (SamplePackage.high, "avc1.42c01f", .note), (SamplePackage.high, "avc1.6e001f", .error),
    ])
    func otherProfilesAndLevelsAreReported(
        path: String, codec: String, plan: EvaluationFinding.Severity
    ) {
        let found = findings { $0.tracks[path]!.codec = codec }
        #expect(found.map(\.check) == [.codecs, .codecs])
        #expect(found.map(\.severity) == [.error, plan], "the playlist's, then the plan's")
    }

    @Test func wrongAverageIsAnError() {
        let found = findings { package in
            var variants = package.multivariant.variants
            variants[1].averageBandwidth = 700_000
            package.multivariant = MultivariantPlaylist(
                variants: variants, renditions: package.multivariant.renditions)
        }
        #expect(found.map(\.check) == [.bandwidth])
    }

    /// Apple's rule depends on the content.
    @Test func highPeakIsANote() {
        let found = findings { package in
            package.tracks[SamplePackage.low]!.segments[1].bytes = 100_000
            package.tracks[SamplePackage.low]!.segments[0].bytes = 600_000
            package.playlists[SamplePackage.low]!.segments.append(
                Segment(uri: "1.m4s", duration: Rational(6), byteCount: 0))
            var last = package.tracks[SamplePackage.low]!.segments[1]
            (last.start, last.end, last.keyframes) = (Rational(12), Rational(18), [])
            package.tracks[SamplePackage.low]!.segments.append(last)
        }.filter { $0.check == .peak }
        #expect(found.map(\.severity) == [.note])
    }

    /// The ceiling is 900 kb/s; a segment of 6 s may have 2 % more.
    @Test(arguments: [
        (videoBytes: 675_000, severities: [] as [EvaluationFinding.Severity]),
        (688_500, [.note]), (688_600, [.error]),
    ])
    func smallExcessIsANote(videoBytes: Int, severities: [EvaluationFinding.Severity]) {
        let found = findings { $0.tracks[SamplePackage.low]!.segments[0].videoBytes = videoBytes }
        #expect(found.map(\.severity) == severities)
        #expect(found.allSatisfy { $0.message.hasSuffix("within 2 %") == ($0.severity == .note) })
    }

    /// A single GOP may fill the buffer.
    @Test(arguments: [
        (videoBytes: 800_000, severity: EvaluationFinding.Severity.note), (900_000, .error),
    ])
    func shortSegmentsMayUseTheBuffer(videoBytes: Int, severity: EvaluationFinding.Severity) {
        let found = findings { package in
            for path in [SamplePackage.low, SamplePackage.high] {
                package.tracks[path]!.segments[0].keyframes = [.zero]
            }
            package.tracks[SamplePackage.low]!.segments[0].videoBytes = videoBytes
        }
        #expect(found.map(\.check) == [.ceiling])
        #expect(found.map(\.severity) == [severity])
    }
}

@Suite struct TrackChecksTests {
    /// HEVC's general_level_idc is thirty times the level, H.264's level_idc ten times.
    @Test(arguments: [
        ("hvc1.1.6.L93.90", "main", "3.1", [] as [String]),
        ("hvc1.1.6.H120.90", "main", "4.0", []), ("avc1.4d401f", "main", "3.1", []),
        ("hvc1.1.6.L120.90", "main", "3.1", ["which is not level 3.1"]),
        ("hvc1.2.4.L93.90", "main", "3.1", ["which is not main"]),
        ("avc1.4d4028", "main", "3.1", ["which is not level 3.1"]),
        ("avc1.64001f", "main", "3.1", ["which is not main"]),
    ])
    func encodedProfileAndLevelAreThePlanned(
        codec: String, profile: String, level: String, defects: [String]
    ) {
        let plan = PackageChecks.PlannedRendition(
            name: "a", ceiling: 1, buffer: 1, profile: profile, level: level)
        let track = MeasuredTrack(segments: [], codec: codec, size: nil)
        let found = TrackChecks(track: track, plan: plan, name: "a").findings(
            codecs: nil, size: nil)
        #expect(found.count == defects.count)
        for (finding, defect) in zip(found, defects) {
            #expect(finding.severity == .error)
            #expect(finding.message.hasSuffix(defect))
        }
    }
}

@Suite struct ExpectationChecksTests {
    private let rungs = [
        EvaluatedRung(
            name: "720p", width: 1280, height: 720, bytes: 1, peak: 1, ceiling: 2, crf: 25,
            ssim: 0.98, psnr: 41, vmaf: 96, xpsnr: 39.5),
        EvaluatedRung(
            name: "360p", width: 640, height: 360, bytes: 1, peak: 1, ceiling: 2, crf: 25,
            ssim: 0.96, psnr: 37, vmaf: 88, xpsnr: 36.25),
    ]

    @Test(arguments: [
        (Expectations(ssim: 0.97), "360p: expect.ssim: SSIM is 0.9600, below 0.97"),
        (Expectations(psnr: 38), "360p: expect.psnr: PSNR is 37.00 dB, below 38.0 dB"),
        (Expectations(vmaf: 90), "360p: expect.vmaf: VMAF is 88.00, below 90.0"),
        (Expectations(xpsnr: 36.5), "360p: expect.xpsnr: XPSNR is 36.25 dB, below 36.5 dB"),
    ])
    func qualityBelowTheMinimumIsAnError(expect: Expectations, text: String) {
        #expect(ExpectationChecks(expect: expect).quality(rungs).map(\.text) == [text])
    }

    @Test(arguments: [
        Expectations(ssim: 0.96, psnr: 37, vmaf: 88, xpsnr: 36.25), Expectations(),
    ])
    func qualityAtTheMinimumIsAccepted(expect: Expectations) {
        #expect(ExpectationChecks(expect: expect).quality(rungs) == [])
    }

    /// The accuracy of expectations is 1 dB.
    @Test(arguments: [(37.25, 0), (37.26, 1)])
    func qualityBelowTheTargetIsANote(target: Double, count: Int) {
        let prediction = RatePrediction(bitrate: 1, xpsnr: 37, target: target)
        let rung = EvaluatedRung(
            name: "360p", width: 640, height: 360, bytes: 1, peak: 1, ceiling: 2, crf: 25,
            prediction: prediction, ssim: 0.96, psnr: 37, xpsnr: 36.25)
        func preset(_ target: QualityTarget?) -> Preset {
            Preset(name: "a", description: "b", ladder: [], target: target, isAdaptive: true)
        }
        let found = TargetCheck.findings([rung] + rungs, of: preset(.high))
        // Without a target of the preset, the prediction's is only where the ladder was adapted to.
        #expect(TargetCheck.findings([rung], of: preset(nil)) == [])
        #expect(found.map(\.severity) == Array(repeating: .note, count: count))
        #expect(
            found.map(\.text)
                == Array(
                    repeating:
                        "360p: target: XPSNR is 36.25 dB, more than 1 dB below the target of 37.26 dB",
                    count: count))
    }

    @Test func missingMeterIsANote() {
        let rungs = [
            EvaluatedRung(
                name: "720p", width: 1280, height: 720, bytes: 1, peak: 1, ceiling: 2, crf: 25,
                ssim: 1, psnr: 50)
        ]
        let found = ExpectationChecks(expect: Expectations(vmaf: 90)).quality(rungs)
        #expect(found.map(\.severity) == [.note])
        #expect(found.map(\.check) == [.vmaf])
        #expect(ExpectationChecks(expect: Expectations(ssim: 0.5)).quality(rungs) == [])
    }

    /// The lowest rung and its audio have 600 kB and 75 kB, each with an init segment of 1 kB.
    @Test(arguments: [(677_000, [] as [EvaluationFinding.Check]), (676_999, [.firstSegment])])
    func firstSegmentIsThatOfTheLowestRungWithAudio(
        most: Int, checks: [EvaluationFinding.Check]
    ) {
        let expect = Expectations(firstSegment: ByteCount(most))
        let found = ExpectationChecks(expect: expect).package(SamplePackage.contents())
        #expect(found.map(\.check) == checks)
    }

    @Test func peakAboveMaxrateIsAnError() {
        let expect = Expectations(maxrate: .kilobits(2000))
        let found = ExpectationChecks(expect: expect).package(SamplePackage.contents())
        #expect(found.map(\.check) == [.maxrate])
        #expect(found.map(\.rendition) == [SamplePackage.high])
    }
}
