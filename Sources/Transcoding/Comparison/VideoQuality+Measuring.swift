internal import Encoding
internal import Foundation
internal import LibAV
package import Logging
package import MediaModel
package import MediaSandbox
internal import MediaUnits
internal import Planning
package import Presets
internal import Scheduling
package import Storage
package import SystemPackage

extension VideoQuality {
    /// Compares encoded renditions with the upload that they were made from, frame by frame.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - storage: The store of the upload.
    ///   - preset: The preset that the renditions were made by.
    ///   - files: The files of renditions by the rung's name, as paths below the folder: init segment and segments, or one file.
    ///   - folder: The folder of the files.
    ///   - memory: The bytes that jobs may state.
    ///   - sandboxMode: The processes that decode.
    ///   - logger: The destination of libav's messages.
    /// - Returns: The qualities by the rung's name; empty for audio only.
    /// - Throws: `UploadError`.
    package static func measure(
        _ upload: Location, of storage: StorageRegistry = .local, preset: Preset,
        files: [String: [FilePath]], in folder: FilePath,
        memory: Int,
        sandboxMode: SandboxMode, logger: Logger
    ) async throws -> [String: VideoQuality] {
        try await UploadErrorMapping.named(upload.description) {
            let session = try TranscodingSession(
                upload, in: storage, preset: preset, memory: memory, sandboxMode: sandboxMode,
                logger: logger)
            let plan = try await session.plan(session.probe(sidecars: []))
            guard let video = plan.video else { return [:] }
            return try await session.runner.run(
                QualityJob(
                    session: session, folder: try OpenFolder(folder),
                    work: QualityWork(
                        video.wholeForComparison, files: files, formats: session.upload.formats)))
        }
    }
}

private struct QualityJob: Job {
    let session: TranscodingSession
    let folder: OpenFolder
    let work: QualityWork
    var id: JobID { "quality" }
    var dependencies: Set<JobID> { [] }
    /// The memory of encoding a chunk, and of the files.
    var peakMemory: Int { MemoryEstimate.chunk(work.plan, work.plan.chunks[0]) + (64 << 20) }
    var cost: Double { CostEstimate.seconds(work.plan, frames: work.plan.grid.frameCount) }

    func run(in context: JobContext) async throws -> [String: VideoQuality] {
        try await context.blocking { cancellation in
            let draft = FilePath(URL.temporaryDirectory.path)
                .appending("vtranscode-\(UUID().uuidString)")
            try Folder.create(draft)
            defer { try? Folder.remove(draft) }
            let upload = session.upload
            let measured = try session.media.run(
                work, MediaGrant(draft: try OpenFolder(draft), artifacts: folder), on: upload,
                limits: limits(on: upload), budget: session.budget,
                isStopped: { cancellation.isCancelled })
            return try upload.plausible {
                guard Set(measured.keys) == Set(work.plan.rungs.map(\.name)) else {
                    throw ArtifactError("the quality of other renditions")
                }
                for quality in measured.values { try quality.validate(work.plan.grid) }
                return measured
            }
        }
    }
}

extension VideoQuality {
    /// Checks that the values are possible as means over frames of a grid.
    fileprivate func validate(_ grid: FrameGrid) throws {
        guard (1...grid.frameCount).contains(frames), (-1...1).contains(ssim),
            (0...100).contains(psnr), vmaf.map((0...100).contains) ?? true,
            (-100...100).contains(xpsnr)
        else { throw ArtifactError("an impossible quality") }
    }
}

extension VideoPlan {
    /// One chunk of all segments, decoded from the beginning, without thumbnails.
    fileprivate var wholeForComparison: VideoPlan {
        let whole = ChunkPlan(
            index: 0, units: segments, entries: [], expected: chunks.flatMap(\.expected))
        return VideoPlan(
            grid: grid, source: source, gop: gop, rungs: rungs, dropped: [], segments: segments,
            chunks: [whole], thumbnails: nil)
    }
}
