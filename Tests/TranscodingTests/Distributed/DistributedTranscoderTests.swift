internal import Errors
import Foundation
import Presets
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import MediaModel
@testable import Packaging
@testable import Transcoding

@Suite struct DistributedTranscoderTests {
    let folder: TemporaryFolder
    let clip: DistributedClip

    init() async throws {
        folder = try TemporaryFolder("staged")
        clip = try await DistributedClip.shared.value
    }

    private var workspace: String { folder.file(".vtranscode/jobs/1").path }
    private var artifacts: String { "\(workspace)/artifacts" }

    private func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Another process's copy of a record.
    private func recorded<Record: Codable>(_ record: Record) throws -> Record {
        try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record))
    }

    private func manifest() throws -> Manifest {
        try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: folder.file("clip/manifest.json")))
    }

    @Test(arguments: [Container.fmp4, .ts])
    func tasksOfTwoProcessesMakeThePackageOfOneRun(container: Container) async throws {
        let request = clip.request(to: folder.url, container)
        let (one, two) = (DistributedClip.transcoder(), DistributedClip.transcoder())
        let plan = try recorded(await one.plan(request, batchCost: 0.01))
        #expect(plan.batches.flatMap { Array($0.chunks) } == [0, 1, 2, 3])
        #expect(plan.batches.count > 1 && plan.audioTracks.count == 1 && plan.existing == nil)
        #expect(plan.summary.rungs == ["180p", "90p"])
        #expect(plan.thumbnails ?? 0 > 0)
        try await withThrowingTaskGroup { group in
            for (index, batch) in plan.batches.enumerated() {
                let transcoder = index % 2 == 0 ? one : two
                group.addTask { try await transcoder.encode(request, chunks: batch.chunks) }
            }
            for audio in plan.audioTracks {
                group.addTask { try await two.audio(request, track: audio.track) }
            }
            try await group.waitForAll()
        }
        // Four chunks: two segments and what decoding has found; and the audio.
        #expect(names(in: artifacts).count == 4 * 3 + 1)
        try await two.thumbnails(request)
        let finished = names(in: artifacts)
        #expect(finished.count == 4 * 3 + 2)
        let built = try await one.build(request, attempt: "7")
        #expect(names(in: workspace).contains("1-7"))
        #expect(FileTree.published(in: folder.url).isEmpty)
        try recorded(built).commit(in: .local)
        let segments = container == .ts ? 4 * 2 : 0
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
            #expect(FileManager.default.fileExists(atPath: path.text), "\(path)")
        }
        try DistributedTranscoder.cleanUp(
            folder: request.id, output: request.output, in: .local)
        #expect(names(in: folder.url.path) == ["clip"])
    }

    /// An artifact was removed, and killed processes left files.
    @Test func buildMakesMissingArtifacts() async throws {
        let request = clip.request(to: folder.url)
        let transcoder = DistributedClip.transcoder()
        try await transcoder.encode(request, chunks: 0..<4)
        let segment = try #require(
            names(in: artifacts).first { names(in: "\(artifacts)/\($0)").contains("90p-2.m4s") })
        try FileManager.default.removeItem(atPath: "\(artifacts)/\(segment)")
        for leftover in ["artifacts/.draft-dead", ".holder-dead/package", "1-1/video"] {
            _ = try folder.folder(".vtranscode/jobs/1/\(leftover)")
        }
        let built = try await transcoder.build(request, attempt: "1")
        try built.commit(in: .local)
        #expect(try manifest().work.reused == 3)
        let digests = try await FileTree.digests(of: folder.url)
        #expect(FileTree.differences(digests, try await clip.run()) == [])
        // The folders of other processes remain.
        #expect(
            names(in: workspace).filter { $0.hasPrefix(".") } == [".holder-dead"]
                && names(in: artifacts).filter { $0.hasPrefix(".") } == [".draft-dead"])
    }

    @Test func existingPackageIsFoundOrRejected() async throws {
        let request = clip.request(to: folder.url)
        let transcoder = DistributedClip.transcoder()
        let built = try await transcoder.build(request, attempt: "1")
        try built.commit(in: .local)
        let again = clip.request(to: folder.url, id: "2")
        #expect(try await transcoder.plan(again).existing == built.result)
        let other = clip.request(to: folder.url, id: "3", .ts)
        let error = await #expect(throws: UploadError.self) { try await transcoder.plan(other) }
        #expect(error?.code == .exists && error?.retryability == .never)
    }

    @Test func nameTakenMeanwhileIsRejected() async throws {
        let request = clip.request(to: folder.url)
        let built = try await DistributedClip.transcoder().build(request, attempt: "1")
        let mine = try folder.folder("clip").appending(path: "diary.txt")
        try Data("mine".utf8).write(to: mine)
        let error = #expect(throws: UploadError.self) { try built.commit(in: .local) }
        #expect(error?.code == .exists)
        #expect(FileTree.published(in: folder.url) == ["clip/diary.txt"])
        #expect(!names(in: workspace).contains("1-1"))
    }

    @Test func packageIsRolledBackUnlessCommitted() async throws {
        let request = clip.request(to: folder.url)
        let transcoder = DistributedClip.transcoder()
        let first = try await transcoder.build(request, attempt: "1")
        #expect(try recorded(first).rollBack(in: .local) == .rolledBack)
        let error = #expect(throws: UploadError.self) { try first.commit(in: .local) }
        #expect(error?.retryability == .transient)
        let second = try await transcoder.build(request, attempt: "2")
        try second.commit(in: .local)
        #expect(try recorded(second).rollBack(in: .local) == .committed)
        try second.commit(in: .local)
        #expect(FileTree.published(in: folder.url).contains("clip/master.m3u8"))
    }

    @Test func missingOrReplacedUploadIsReported() async throws {
        let upload = folder.file("moving.mp4")
        try FileManager.default.copyItem(at: clip.upload, to: upload)
        let output = try folder.folder("out")
        let request = clip.request(to: output, upload: upload)
        let transcoder = DistributedClip.transcoder()
        let before = try await transcoder.plan(request)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: upload.path)
        let changed = await #expect(throws: UploadError.self) {
            try await transcoder.encode(request, chunks: 0..<1)
        }
        #expect(changed?.code == .changed && changed?.retryability == .limited)
        // The first task measures the changed upload.
        #expect(try await transcoder.plan(request) == before)
        try await transcoder.encode(request, chunks: 0..<1)
        try FileManager.default.removeItem(at: upload)
        let gone = await #expect(throws: UploadError.self) {
            try await transcoder.build(request, attempt: "1")
        }
        #expect(gone?.code == .unreadable && gone?.retryability == .limited)
        // A missing folder may be mounted on another host.
        let elsewhere = clip.request(to: output, upload: folder.file("mnt/moving.mp4"))
        let unmounted = await #expect(throws: UploadError.self) {
            try await transcoder.plan(elsewhere)
        }
        #expect(unmounted?.code == .unreadable && unmounted?.retryability == .transient)
    }

    /// An upload that was replaced between submission and processing, with the same size and modification time.
    @Test func uploadWithOtherContentThanSubmittedIsReported() async throws {
        let upload = folder.file("moving.mp4")
        try FileManager.default.copyItem(at: clip.upload, to: upload)
        let output = try folder.folder("out")
        let content = try Data(contentsOf: upload)
        let sum = try await Command("sha256sum", [upload.path]).succeed().lines.first
        let hash = String(try #require(sum).prefix(64))
        let request = clip.request(to: output, upload: upload, sha256: hash)
        _ = try await DistributedClip.transcoder().plan(request)
        let date = try FileManager.default.attributesOfItem(atPath: upload.path)[.modificationDate]
        var other = content
        other[other.count - 1] ^= 1
        try other.write(to: upload)
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(date)], ofItemAtPath: upload.path)
        let changed = await #expect(throws: UploadError.self) {
            try await DistributedClip.transcoder().plan(
                clip.request(to: output, id: "2", upload: upload, sha256: hash))
        }
        #expect(changed?.code == .changed && changed?.retryability == .never)
    }

    /// Captions that come after the submission are not used; missing or changed ones are reported.
    @Test func onlySubmittedCaptionsAreUsed() async throws {
        let upload = folder.file("moving.mp4")
        try FileManager.default.copyItem(at: clip.upload, to: upload)
        func write(_ text: String, _ name: String) throws {
            try Data("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8).write(
                to: folder.file(name))
        }
        try write("hello", "moving.en.srt")
        let submitted = try UploadSidecars(beside: Location(upload.filePath)).captions()
        #expect(submitted.map(\.file) == ["moving.en.srt"])
        try write("hallo", "moving.de.srt")
        var job = 0
        func published(_ sidecars: [SubmittedSidecar]?) async throws -> [String] {
            job += 1
            let output = try folder.folder("out-\(job)")
            let request = clip.request(to: output, upload: upload, sidecars: sidecars)
            let built = try await DistributedClip.transcoder().build(request, attempt: "1")
            try built.commit(in: .local)
            #expect(built.result.captions == sidecars?.map(\.file))
            return FileTree.published(in: output).filter { $0.hasPrefix("clip/captions/") }
                .compactMap { $0.split(separator: "/").dropFirst(2).first.map(String.init) }
        }
        #expect(try await Set(published(submitted)) == ["en"])
        #expect(try await Set(published(nil)) == ["de", "en"])
        #expect(try await published([]) == [])
        func expectChange(_ sidecars: [SubmittedSidecar], _ file: String) async throws {
            job += 1
            let output = try folder.folder("out-\(job)")
            let error = await #expect(throws: UploadError.self) {
                try await DistributedClip.transcoder().plan(
                    clip.request(to: output, upload: upload, sidecars: sidecars))
            }
            #expect(error?.code == .changed && error?.retryability == .never)
            #expect(error?.message.contains(file) == true)
        }
        try write("goodbye", "moving.en.srt")
        try await expectChange(submitted, "moving.en.srt")
        try FileManager.default.removeItem(at: folder.file("moving.en.srt"))
        try await expectChange(submitted, "moving.en.srt")
        // Too large at the submission, and usable now.
        try await expectChange(
            [SubmittedSidecar(file: "moving.de.srt", sha256: nil)], "moving.de.srt")
        // Not the name of captions of this upload.
        try await expectChange(
            [SubmittedSidecar(file: "../moving.de.srt", sha256: nil)], "../moving.de.srt")
    }

    @Test func presetCanExcludeSidecars() async throws {
        let preset = DistributedClip.preset()
        let excluding = Preset(
            name: preset.name, description: "", packaging: preset.packaging, ladder: preset.ladder,
            captions: Captions(beside: false))
        let built = try await DistributedClip.transcoder().build(
            PackageRequest(
                id: "1", upload: Location(clip.upload.filePath),
                output: Location(folder.url.filePath), name: "clip",
                preset: excluding), attempt: "1")
        try built.commit(in: .local)
        #expect(!FileTree.published(in: folder.url).contains { $0.contains("captions/") })
    }

    @Test func cancelledTaskLeavesFinishedArtifactsOnly() async throws {
        let request = clip.request(to: folder.url)
        let transcoder = DistributedClip.transcoder(jobs: 1)
        _ = try await transcoder.plan(request)
        let (progress, reports) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            try await transcoder.build(request, attempt: "1") { reports.yield($0.framesDone) }
        }
        // In the second chunk, one at a time.
        for await frames in progress where frames > 60 { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(names(in: workspace).filter { !$0.hasPrefix("info") } == ["artifacts"])
        let remaining = names(in: artifacts)
        #expect(!remaining.isEmpty && remaining.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func taskOfARemovedJobFailsAndLeavesNothing() async throws {
        let request = clip.request(to: folder.url)
        let transcoder = DistributedClip.transcoder()
        _ = try await transcoder.plan(request)
        let (progress, reports) = AsyncStream.makeStream(of: Double.self)
        let task = Task {
            try await transcoder.encode(request, chunks: 0..<4) { reports.yield($0.fraction) }
        }
        for await fraction in progress where fraction > 0 { break }
        try DistributedTranscoder.cleanUp(
            folder: request.id, output: request.output, in: .local)
        await #expect(throws: UploadError.self) { try await task.value }
        #expect(names(in: folder.url.path) == [])
    }

    @Test func rangeOutsideOfThePlanHasNoEffect() async throws {
        let request = clip.request(to: folder.url)
        let transcoder = DistributedClip.transcoder()
        try await transcoder.encode(request, chunks: 4..<9)
        try await transcoder.audio(request, track: 1)
        #expect(names(in: artifacts) == [])
    }
}
