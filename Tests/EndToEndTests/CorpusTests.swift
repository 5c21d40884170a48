import Foundation
import TestSupport
import Testing

/// Every upload of the corpus (or of testmedia/) in one run, judged by ffmpeg and ffprobe.
@Suite struct CorpusTests {
    static let shown = UploadFolder.accepted.filter {
        $0.entry == nil || $0.entry?.displayWidth != nil
    }

    /// Without uploads every test below would pass.
    @Test func thereAreUploads() {
        #expect(!Self.shown.isEmpty, "nothing in \(UploadFolder.main.path)")
    }

    @Test(arguments: UploadFolder.uploads)
    func everyUploadEndsAsItShould(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let end = try #require(run.report.end(of: upload.name), "\(run.report.complaint)")
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
            #expect(!error.reason.isEmpty && !error.advice.isEmpty)
            #expect(!error.reason.contains("\n") && !error.advice.contains("\n"))
        default: Issue.record("\(String(describing: end.outcome))")
        }
    }

    /// No fact without its code, and no code without its fact.
    @Test(arguments: shown.filter { $0.entry != nil })
    func codesMatchTheProbe(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let end = try #require(run.report.end(of: upload.name), "\(run.report.complaint)")
        let expected = ExpectedCodes(try #require(upload.entry))
        let faults = expected.faults(in: Set(end.notices?.map(\.code) ?? []))
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    /// Every sound track that can be decoded is a rendition, at most eight; the others are named.
    @Test(arguments: UploadFolder.accepted.filter { $0.entry?.audio != nil })
    func audioTracksMatchTheProbe(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let package = try await CorpusRun.package(of: upload)
        let decoders = try await FFmpeg.decoders.value
        let tracks = upload.entry?.audio ?? []
        let heardCount = tracks.count { decoders.contains($0.codec ?? "") }
        #expect(package.audio.count == min(heardCount, 8))
        let others = ["SUBTITLES_IGNORED", "TRACKS_IGNORED", "CAPTION_FILE_IGNORED"]
        let codes = run.report.end(of: upload.name)?.notices?.map(\.code) ?? []
        let namedCount = codes.count { $0.hasSuffix("_IGNORED") && !others.contains($0) }
        #expect(namedCount == tracks.count - heardCount)
    }

    /// Each text track is a rendition or said to be empty; captions in pictures may have more than one channel.
    @Test(arguments: UploadFolder.accepted.filter { $0.entry != nil })
    func captionsMatchTheProbe(_ upload: TestUpload) async throws {
        let run = try await CorpusRun.shared.value
        let package = try await CorpusRun.package(of: upload)
        let notices = run.report.end(of: upload.name)?.notices ?? []
        let emptyCount = notices.count { $0.code == "CAPTIONS_EMPTY" }
        let texts = try #require(upload.entry).texts
        #expect(package.captions.count + emptyCount >= texts.count)
        #expect(package.captions.isEmpty || !texts.isEmpty)
    }

    /// A folder's exit status is 1 where an upload failed, else 0.
    @Test func exitStatusTellsOfFailures() async throws {
        let run = try await CorpusRun.shared.value
        let isFailed = run.report.finished.contains { $0.outcome == .failed }
        #expect(run.report.status == (isFailed ? 1 : 0))
    }

    /// Nothing but packages, their index and the work area; and nothing half done.
    @Test func outputHoldsPackagesOnly() async throws {
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
        let faults = ExpectedLadder(width: size.width, height: size.height, rate: rate)
            .faults(in: package.rungs.map(\.size))
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    @Test(arguments: shown)
    func rungsShowTheUpload(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        var rungs: [DecodedRung] = []
        for variant in package.rungs { rungs.append(try await DecodedRung(variant)) }
        var faults = rungs.flatMap { RungJudge.faults(in: $0, lasting: upload.durations(timeline)) }
        if upload.isStandardRange, let judge = try VideoJudge(of: upload.url, timeline) {
            faults += try await judge.faults(in: rungs)
        }
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    @Test(arguments: shown)
    func playersCanStartAnywhere(_ upload: TestUpload) async throws {
        let faults = try await SegmentJudge.faults(in: CorpusRun.package(of: upload))
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    @Test(arguments: shown)
    func posterShowsSomething(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let faults = try await PosterJudge.faults(in: package, of: upload.url, timeline)
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    @Test(arguments: UploadFolder.accepted)
    func soundIsTheUploadsAndOnTime(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let verdict = try await AudioJudge.verdict(on: package, of: upload.url, timeline)
        switch verdict {
        case nil: #expect(package.audio.isEmpty)
        case .silent: try Test.cancel("the upload's sound is silence")
        case .heard(let faults):
            #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
        }
    }

    @Test(arguments: UploadFolder.accepted)
    func playlistsTellTheTruth(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        var faults = try await TimingJudge.faults(in: package)
        faults += BandwidthJudge.faults(in: package)
        faults += try await CodecJudge.faults(in: package)
        faults += try await KeyframePlaylistJudge.faults(in: package)
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    @Test(arguments: UploadFolder.accepted)
    func manifestIsCompleteAndNothingPrivate(_ upload: TestUpload) async throws {
        let package = try await CorpusRun.package(of: upload)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let run = try await CorpusRun.shared.value
        var faults = try await ManifestJudge.faults(in: package)
        faults += try await PrivacyJudge.faults(
            in: package,
            made: upload,
            timeline.info,
            paths: [UploadFolder.main.path, run.output.path, NSHomeDirectory() + "/"]
        )
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }
}
