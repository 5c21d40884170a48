import HLS
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import PresetEvaluation

@Suite struct PackageChecksTests {
    typealias Spoil = @Sendable (inout PackageContents) -> Void

    private func findings(_ spoil: Spoil = { _ in }) -> [EvaluationFinding] {
        var package = MadeUpPackage.contents()
        spoil(&package)
        return PackageChecks(package: package, plans: MadeUpPackage.plans).findings()
    }

    @Test func nothingIsFoundInAWholePackage() { #expect(findings() == []) }

    /// Each fault is told once, under its own name.
    static let faults: [(EvaluationFinding.Check, String, Spoil)] = [
        (.files, "a file is missing", { $0.files["video/360p/1.m4s"] = nil }),
        (.files, "the init segment is missing", { $0.files["audio/und/init.mp4"] = nil }),
        (
            .files, "a byte range beyond the end",
            { $0.playlists[MadeUpPackage.high]!.segments[1].byteRange = 0..<1_500_001 }
        ),
        (
            .durations, "EXTINF is two frames too long",
            { $0.playlists[MadeUpPackage.high]!.segments[0].duration = Rational(182, 30) }
        ),
        (
            .durations, "the last segment ends early",
            { $0.tracks[MadeUpPackage.audioURI]!.segments[1].end = Rational(11) }
        ),
        (
            .keyframes, "keyframes of the lower rung lie elsewhere",
            { $0.tracks[MadeUpPackage.low]!.segments[1].keyframes[1] = Rational(33, 4) }
        ),
        (
            .keyframes, "a segment begins without one",
            { $0.tracks[MadeUpPackage.high]!.segments[1].startsWithKeyframe = false }
        ),
        (
            .size, "pictures of another size",
            { $0.tracks[MadeUpPackage.low]!.size = Resolution(width: 640, height: 362) }
        ),
        (
            .bandwidth, "a segment is larger than BANDWIDTH says",
            { $0.tracks[MadeUpPackage.high]!.segments[0].bytes = 1_600_000 }
        ),
        (
            .ceiling, "a segment is above its ceiling",
            { $0.tracks[MadeUpPackage.low]!.segments[0].videoBytes = 680_000 }
        ),
    ]

    @Test(arguments: faults.indices)
    func eachFaultIsAnError(index: Int) {
        let (check, fault, spoil) = Self.faults[index]
        let found = findings(spoil)
        #expect(found.map(\.check) == [check], "\(fault)")
        #expect(found.map(\.severity) == [.error], "\(fault)")
    }

    /// What is coded is held to the playlist and to the plan; a profile may be lower than the plan's.
    @Test(arguments: [
        (MadeUpPackage.low, "avc1.64001e", EvaluationFinding.Severity.error),
        (MadeUpPackage.high, "avc1.640028", .error), (MadeUpPackage.high, "avc1.4d401f", .note),
        (MadeUpPackage.high, "avc1.42c01f", .note), (MadeUpPackage.high, "avc1.6e001f", .error),
    ])
    func otherProfilesAndLevelsAreReported(
        path: String, codec: String, plan: EvaluationFinding.Severity
    ) {
        let found = findings { $0.tracks[path]!.codec = codec }
        #expect(found.map(\.check) == [.codecs, .codecs])
        #expect(found.map(\.severity) == [.error, plan], "the playlist's, then the plan's")
    }

    @Test func anAverageThatIsOffIsAnError() {
        let found = findings { package in
            var variants = package.multivariant.variants
            variants[1].averageBandwidth = 700_000
            package.multivariant = MultivariantPlaylist(
                variants: variants, renditions: package.multivariant.renditions)
        }
        #expect(found.map(\.check) == [.bandwidth])
    }

    /// Apple's rule depends on what is filmed.
    @Test func aHighPeakIsANote() {
        let found = findings { package in
            package.tracks[MadeUpPackage.low]!.segments[1].bytes = 100_000
            package.tracks[MadeUpPackage.low]!.segments[0].bytes = 600_000
            package.playlists[MadeUpPackage.low]!.segments.append(
                Segment(uri: "1.m4s", duration: Rational(6), byteCount: 0))
            var last = package.tracks[MadeUpPackage.low]!.segments[1]
            (last.start, last.end, last.keyframes) = (Rational(12), Rational(18), [])
            package.tracks[MadeUpPackage.low]!.segments.append(last)
        }.filter { $0.check == .peak }
        #expect(found.map(\.severity) == [.note])
    }

    /// A GOP alone may take what the buffer holds, and no more.
    @Test(arguments: [
        (videoBytes: 800_000, severity: EvaluationFinding.Severity.note), (900_000, .error),
    ])
    func shortSegmentsMayUseTheBuffer(videoBytes: Int, severity: EvaluationFinding.Severity) {
        let found = findings { package in
            for path in [MadeUpPackage.low, MadeUpPackage.high] {
                package.tracks[path]!.segments[0].keyframes = [.zero]
            }
            package.tracks[MadeUpPackage.low]!.segments[0].videoBytes = videoBytes
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
    func whatWasCodedIsWhatWasPlanned(
        codec: String, profile: String, level: String, faults: [String]
    ) {
        let plan = PackageChecks.PlannedRendition(
            name: "a", ceiling: 1, buffer: 1, profile: profile, level: level)
        let track = MeasuredTrack(segments: [], codec: codec, size: nil)
        let found = TrackChecks(track: track, plan: plan, name: "a").findings(
            codecs: nil, size: nil)
        #expect(found.count == faults.count)
        for (finding, fault) in zip(found, faults) {
            #expect(finding.severity == .error)
            #expect(finding.message.hasSuffix(fault))
        }
    }
}

@Suite struct ExpectationChecksTests {
    private let rungs = [
        EvaluatedRung(
            name: "720p", width: 1280, height: 720, bytes: 1, peak: 1, ceiling: 2, ssim: 0.98,
            psnr: 41, vmaf: 96),
        EvaluatedRung(
            name: "360p", width: 640, height: 360, bytes: 1, peak: 1, ceiling: 2, ssim: 0.96,
            psnr: 37, vmaf: 88),
    ]

    @Test(arguments: [
        (Expectations(ssim: 0.97), "360p: expect.ssim: SSIM is 0.9600, below 0.97"),
        (Expectations(psnr: 38), "360p: expect.psnr: PSNR is 37.00 dB, below 38.0 dB"),
        (Expectations(vmaf: 90), "360p: expect.vmaf: VMAF is 88.00, below 90.0"),
    ])
    func qualityBelowTheFloorIsAnError(expect: Expectations, text: String) {
        #expect(ExpectationChecks(expect: expect).quality(rungs).map(\.text) == [text])
    }

    @Test(arguments: [
        Expectations(ssim: 0.96, psnr: 37, vmaf: 88), Expectations(),
    ])
    func qualityAtTheFloorIsFine(expect: Expectations) {
        #expect(ExpectationChecks(expect: expect).quality(rungs) == [])
    }

    @Test func whatThisBuildCannotMeasureIsANote() {
        let rungs = [
            EvaluatedRung(
                name: "720p", width: 1280, height: 720, bytes: 1, peak: 1, ceiling: 2, ssim: 1,
                psnr: 50)
        ]
        let found = ExpectationChecks(expect: Expectations(vmaf: 90)).quality(rungs)
        #expect(found.map(\.severity) == [.note])
        #expect(found.map(\.check) == [.vmaf])
        #expect(ExpectationChecks(expect: Expectations(ssim: 0.5)).quality(rungs) == [])
    }

    /// Of the lowest rung: 600 kB and 75 kB, each with an init segment of 1 kB.
    @Test(arguments: [(677_000, [] as [EvaluationFinding.Check]), (676_999, [.firstSegment])])
    func theFirstSegmentIsThatOfTheLowestRungWithItsSound(
        most: Int, checks: [EvaluationFinding.Check]
    ) {
        let expect = Expectations(firstSegment: ByteCount(most))
        let found = ExpectationChecks(expect: expect).package(MadeUpPackage.contents())
        #expect(found.map(\.check) == checks)
    }

    @Test func noVariantPeaksAboveMaxrate() {
        let expect = Expectations(maxrate: .kilobits(2000))
        let found = ExpectationChecks(expect: expect).package(MadeUpPackage.contents())
        #expect(found.map(\.check) == [.maxrate])
        #expect(found.map(\.rendition) == [MadeUpPackage.high])
    }
}
