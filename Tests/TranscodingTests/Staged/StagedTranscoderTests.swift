internal import Errors
import Foundation
import Presets
import TestSupport
import Testing

@testable import MediaModel
@testable import Packaging
@testable import Transcoding

@Suite struct StagedTranscoderTests {
    let folder: TemporaryFolder
    let clip: StagedClip

    init() async throws {
        folder = try TemporaryFolder("staged")
        clip = try await StagedClip.shared.value
    }

    private var work: String { folder.file(".vtranscode/jobs/1").path }
    private var artifacts: String { "\(work)/artifacts" }

    private func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// What another process makes of a record.
    private func recorded<Record: Codable>(_ record: Record) throws -> Record {
        try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record))
    }

    private func manifest() throws -> Manifest {
        try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: folder.file("clip/manifest.json")))
    }

    @Test(arguments: [Container.fmp4, .ts])
    func stepsOfTwoProcessesGiveWhatOneRunGives(container: Container) async throws {
        let order = clip.order(to: folder.url, container)
        let (one, two) = (StagedClip.transcoder(), StagedClip.transcoder())
        let plan = try recorded(await one.plan(order, batchCost: 0.01))
        #expect(plan.batches.flatMap { Array($0.chunks) } == [0, 1, 2, 3])
        #expect(plan.batches.count > 1 && plan.audioTracks.count == 1 && plan.existing == nil)
        #expect(plan.summary.rungs == ["180p", "90p"])
        #expect(plan.thumbnails ?? 0 > 0)
        try await withThrowingTaskGroup { group in
            for (index, batch) in plan.batches.enumerated() {
                let transcoder = index % 2 == 0 ? one : two
                group.addTask { try await transcoder.encode(order, chunks: batch.chunks) }
            }
            for audio in plan.audioTracks {
                group.addTask { try await two.audio(order, track: audio.track) }
            }
            try await group.waitForAll()
        }
        #expect(names(in: artifacts).count == 5)
        try await two.thumbnails(order)
        let finished = names(in: artifacts)
        #expect(finished.count == 6)
        let built = try await one.build(order, attempt: "7")
        #expect(names(in: work).contains("1-7"))
        #expect(FileTree.published(in: folder.url).isEmpty)
        try recorded(built).publish()
        let segments = container == .ts ? 4 : 0
        #expect(names(in: artifacts).count == finished.count + segments)
        #expect(try manifest().work.reused == 4)
        let digests = try await FileTree.digests(of: folder.url)
        #expect(FileTree.differences(digests, try await clip.run(container)) == [])
        #expect(digests.keys.contains("clip/captions/en/playlist.m3u8"))
        #expect(built.result.bytes > 0 && built.result.duration == 20)
        for path in [
            built.result.path, built.result.playlist, built.result.manifest,
            try #require(built.result.poster),
        ] {
            #expect(FileManager.default.fileExists(atPath: path), "\(path)")
        }
        try StagedTranscoder.cleanUp(folder: order.id, output: order.output)
        #expect(names(in: folder.url.path) == ["clip"])
    }

    /// Pieces that somebody removed, and what killed processes left.
    @Test func buildMakesWhateverIsMissing() async throws {
        let order = clip.order(to: folder.url)
        let transcoder = StagedClip.transcoder()
        try await transcoder.encode(order, chunks: 0..<4)
        try FileManager.default.removeItem(atPath: "\(artifacts)/\(names(in: artifacts)[0])")
        for leftover in ["artifacts/.draft-dead", ".holder-dead/package", "1-1/video"] {
            _ = try folder.folder(".vtranscode/jobs/1/\(leftover)")
        }
        let built = try await transcoder.build(order, attempt: "1")
        try built.publish()
        #expect(try manifest().work.reused == 3)
        let digests = try await FileTree.digests(of: folder.url)
        #expect(FileTree.differences(digests, try await clip.run()) == [])
        // A holder's own folders are gone, another's are not touched.
        #expect(
            names(in: work).filter { $0.hasPrefix(".") } == [".holder-dead"]
                && names(in: artifacts).filter { $0.hasPrefix(".") } == [".draft-dead"])
    }

    @Test func aPackageThatIsThereIsFoundOrRefused() async throws {
        let order = clip.order(to: folder.url)
        let transcoder = StagedClip.transcoder()
        let built = try await transcoder.build(order, attempt: "1")
        try built.publish()
        let again = clip.order(to: folder.url, id: "2")
        #expect(try await transcoder.plan(again).existing == built.result)
        let other = clip.order(to: folder.url, id: "3", .ts)
        let error = await #expect(throws: UploadError.self) { try await transcoder.plan(other) }
        #expect(error?.code == .exists && error?.retryability == .never)
    }

    @Test func aNameThatWasTakenMeanwhileIsRefused() async throws {
        let order = clip.order(to: folder.url)
        let built = try await StagedClip.transcoder().build(order, attempt: "1")
        let mine = try folder.folder("clip").appending(path: "diary.txt")
        try Data("mine".utf8).write(to: mine)
        let error = #expect(throws: UploadError.self) { try built.publish() }
        #expect(error?.code == .exists)
        #expect(FileTree.published(in: folder.url) == ["clip/diary.txt"])
        #expect(!names(in: work).contains("1-1"))
    }

    @Test func aPackageIsWithdrawnUnlessItIsPublished() async throws {
        let order = clip.order(to: folder.url)
        let transcoder = StagedClip.transcoder()
        let first = try await transcoder.build(order, attempt: "1")
        #expect(try recorded(first).withdraw() == .withdrawn)
        let error = #expect(throws: UploadError.self) { try first.publish() }
        #expect(error?.retryability == .transient)
        let second = try await transcoder.build(order, attempt: "2")
        try second.publish()
        #expect(try recorded(second).withdraw() == .published)
        try second.publish()
        #expect(FileTree.published(in: folder.url).contains("clip/master.m3u8"))
    }

    @Test func missingOrReplacedUploadIsReported() async throws {
        let upload = folder.file("moving.mp4")
        try FileManager.default.copyItem(at: clip.upload, to: upload)
        let output = try folder.folder("out")
        let order = clip.order(to: output, upload: upload)
        let transcoder = StagedClip.transcoder()
        let before = try await transcoder.plan(order)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: upload.path)
        let changed = await #expect(throws: UploadError.self) {
            try await transcoder.encode(order, chunks: 0..<1)
        }
        #expect(changed?.code == .changed && changed?.retryability == .limited)
        // The first step begins again with what is there.
        #expect(try await transcoder.plan(order) == before)
        try await transcoder.encode(order, chunks: 0..<1)
        try FileManager.default.removeItem(at: upload)
        let gone = await #expect(throws: UploadError.self) {
            try await transcoder.build(order, attempt: "1")
        }
        #expect(gone?.code == .unreadable && gone?.retryability == .limited)
        // As where a mount is missing: another machine may have it.
        let elsewhere = clip.order(to: output, upload: folder.file("mnt/moving.mp4"))
        let unmounted = await #expect(throws: UploadError.self) {
            try await transcoder.plan(elsewhere)
        }
        #expect(unmounted?.code == .unreadable && unmounted?.retryability == .transient)
    }

    @Test func aCancelledStepLeavesFinishedPiecesAndNothingElse() async throws {
        let order = clip.order(to: folder.url)
        let transcoder = StagedClip.transcoder(jobs: 1)
        _ = try await transcoder.plan(order)
        let (progress, reports) = AsyncStream.makeStream(of: Int.self)
        let step = Task {
            try await transcoder.build(order, attempt: "1") { reports.yield($0.framesDone) }
        }
        // In the second chunk, one at a time.
        for await frames in progress where frames > 60 { break }
        step.cancel()
        await #expect(throws: CancellationError.self) { try await step.value }
        #expect(names(in: work).filter { !$0.hasPrefix("info") } == ["artifacts"])
        let kept = names(in: artifacts)
        #expect(!kept.isEmpty && kept.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func aStepOfARemovedOrderFailsAndLeavesNothing() async throws {
        let order = clip.order(to: folder.url)
        let transcoder = StagedClip.transcoder()
        _ = try await transcoder.plan(order)
        let (progress, reports) = AsyncStream.makeStream(of: Double.self)
        let step = Task {
            try await transcoder.encode(order, chunks: 0..<4) { reports.yield($0.fraction) }
        }
        for await fraction in progress where fraction > 0 { break }
        try StagedTranscoder.cleanUp(folder: order.id, output: order.output)
        await #expect(throws: UploadError.self) { try await step.value }
        #expect(names(in: folder.url.path) == [])
    }

    @Test func aRangeThatIsNotInThePlanIsNoWork() async throws {
        let order = clip.order(to: folder.url)
        let transcoder = StagedClip.transcoder()
        try await transcoder.encode(order, chunks: 4..<9)
        try await transcoder.audio(order, track: 1)
        #expect(names(in: artifacts) == [])
    }
}
