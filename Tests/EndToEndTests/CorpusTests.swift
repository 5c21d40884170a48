import Foundation
import TestSupport
import Testing

/// Every upload of the corpus (or of testmedia/) in one run, checked with ffmpeg and ffprobe.
@Suite struct CorpusTests {
    static let shown = UploadFolder.accepted.filter {
        $0.entry == nil || $0.entry?.displayWidth != nil
    }

    /// Without uploads all other tests would pass.
    @Test func uploadsExist() {
        #expect(!Self.shown.isEmpty, "no uploads in \(UploadFolder.main.path)")
    }

    @Test(arguments: UploadFolder.uploads)
    func everyUploadHasTheExpectedOutcome(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let end = try #require(run.report.end(of: upload.name), "\(run.report.errorOutput)")
        let warned = end.notices?.contains { $0.severity == "warning" } ?? false
        switch end.outcome {
        case .published:
            #expect(
                upload.allowed.contains(.accept)
                    || upload.allowed.contains(.acceptWithWarning) && warned
            )
        case .failed:
            #expect(upload.allowed.contains(.reject), "\(end.error?.code ?? "")")
            let error = try #require(end.error)
            #expect(error.code.wholeMatch(of: /[A-Z][A-Z_]+/) != nil)
            #expect(!error.message.isEmpty && !error.advice.isEmpty)
            #expect(!error.message.contains("\n") && !error.advice.contains("\n"))
        default: Issue.record("\(String(describing: end.outcome))")
        }
    }

    /// Each property of an upload has its code, and each code its property.
    @Test(arguments: shown.filter { $0.entry != nil })
    func codesMatchTheCorpus(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let end = try #require(run.report.end(of: upload.name), "\(run.report.errorOutput)")
        let expected = ExpectedCodes(try #require(upload.entry))
        let problems = expected.problems(in: Set(end.notices?.map(\.code) ?? []))
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    /// Every audio track with a decoder is a rendition, at most eight; the others are reported.
    @Test(arguments: UploadFolder.accepted.filter { $0.entry?.audio != nil })
    func audioTracksMatchTheCorpus(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let package = try await CorpusRun.package(of: upload)
        let decoders = try await FFmpeg.decoders.value
        let tracks = upload.entry?.audio ?? []
        let decodableCount = tracks.count { decoders.contains($0.codec ?? "") }
        #expect(package.audio.count == min(decodableCount, 8))
        let others = ["SUBTITLES_IGNORED", "TRACKS_IGNORED", "CAPTION_FILE_IGNORED"]
        let codes = run.report.end(of: upload.name)?.notices?.map(\.code) ?? []
        let ignoredCount = codes.count { $0.hasSuffix("_IGNORED") && !others.contains($0) }
        #expect(ignoredCount == tracks.count - decodableCount)
    }

    /// Each text track is a rendition or reported as empty; closed captions may have several channels.
    @Test(arguments: UploadFolder.accepted.filter { $0.entry != nil })
    func captionsMatchTheCorpus(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let package = try await CorpusRun.package(of: upload)
        let notices = run.report.end(of: upload.name)?.notices ?? []
        let emptyCount = notices.count { $0.code == "CAPTIONS_EMPTY" }
        let texts = try #require(upload.entry).texts
        #expect(package.captions.count + emptyCount >= texts.count)
        #expect(package.captions.isEmpty || !texts.isEmpty)
    }

    /// The exit status of a folder is 1 if an upload failed, otherwise 0.
    @Test func exitStatusReportsFailures() async throws {
        let run = try await CorpusRun.shared.value
        let isFailed = run.report.finished.contains { $0.outcome == .failed }
        #expect(run.report.status == (isFailed ? 1 : 0))
    }

    /// The output folder contains complete packages, their index and the workspace only.
    @Test func outputContainsPackagesOnly() async throws {
        let run = try await CorpusRun.shared.value
        let published = run.report.finished.filter { $0.outcome == .published }.compactMap(\.name)
        let names = try FileManager.default.contentsOfDirectory(atPath: run.output.path)
        #expect(Set(names).subtracting([".vtranscode", "index.json"]) == Set(published))
        #expect(Set(published).count == published.count)
        let unsafe = published.filter { $0.wholeMatch(of: /[A-Za-z0-9._~-]+/) == nil }
        #expect(unsafe.isEmpty)
    }

    @Test(arguments: shown)
    func ladderFollowsTheShortSide(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let size = try #require(upload.displaySize(timeline))
        let rate = package.rungs.compactMap(\.frameRate).max() ?? 0
        let problems = ExpectedLadder(width: size.width, height: size.height, rate: rate)
            .problems(in: package.rungs.map(\.size))
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    @Test(arguments: shown)
    func rungsShowTheUpload(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        var rungs: [DecodedRung] = []
        for variant in package.rungs { rungs.append(try await DecodedRung(variant)) }
        var problems = rungs.flatMap {
            RungChecker.problems(in: $0, lasting: upload.durations(timeline))
        }
        if upload.isStandardRange, let checker = try VideoChecker(of: upload.url, timeline) {
            problems += try await checker.problems(in: rungs)
        }
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    @Test(arguments: shown)
    func playersCanStartWithAnySegment(_ upload: TestUpload) async throws {
        let problems = try await SegmentChecker.problems(in: CorpusRun.package(of: upload))
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    @Test(arguments: shown)
    func posterIsNotBlank(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let problems = try await PosterChecker.problems(in: package, of: upload.url, timeline)
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    @Test(arguments: UploadFolder.accepted)
    func audioIsTheUploadsAndOnTime(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let outcome = try await AudioChecker.outcome(on: package, of: upload.url, timeline)
        switch outcome {
        case nil: #expect(package.audio.isEmpty)
        case .silent: try Test.cancel("the upload's audio is silent")
        case .compared(let problems):
            #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
        }
    }

    @Test(arguments: UploadFolder.accepted)
    func playlistsMatchTheMedia(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        var problems = try await TimingChecker.problems(in: package)
        problems += BandwidthChecker.problems(in: package)
        problems += try await CodecChecker.problems(in: package)
        problems += try await KeyframePlaylistChecker.problems(in: package)
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    @Test(arguments: UploadFolder.accepted)
    func manifestIsCompleteAndPackageIsNotPrivate(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let run = try await CorpusRun.shared.value
        var problems = try await ManifestChecker.problems(in: package)
        problems += try await PrivacyChecker.problems(
            in: package,
            made: upload,
            timeline.info,
            paths: [UploadFolder.main.path, run.output.path, NSHomeDirectory() + "/"]
        )
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }
}
