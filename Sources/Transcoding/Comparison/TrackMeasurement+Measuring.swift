internal import LibAV
package import Logging
package import MediaModel
package import MediaSandbox
internal import Packaging
internal import Scheduling
package import Storage
package import SystemPackage

extension TrackMeasurement {
    /// Measures tracks below a folder.
    ///
    /// - Parameters:
    ///   - tracks: The tracks, whose segments all exist and are not empty.
    ///   - folder: The folder of the tracks' files.
    ///   - location: The upload that the tracks were made from.
    ///   - storage: The store of the upload.
    ///   - sandboxMode: The processes that read the tracks.
    ///   - logger: The destination of libav's messages.
    /// - Returns: The measured tracks, in the same order.
    /// - Throws: `UploadError`.
    package static func measure(
        _ tracks: [Track], in folder: FilePath, madeFrom location: Location,
        in storage: StorageRegistry = .local, sandboxMode: SandboxMode,
        logger: Logger
    ) async throws -> [MeasuredTrack] {
        LibAVProcess.prepare(logger: logger)
        return try await UploadErrorMapping.named(location.description) {
            let upload = try Upload(location, in: storage)
            return try await Runner(width: 1, memory: .max).run(
                MeasureJob(
                    upload: upload, media: MediaRunner(sandboxMode, logger: logger),
                    folder: try OpenFolder(folder), work: MeasureWork(tracks: tracks)))
        }
    }
}

private struct MeasureJob: Job {
    let upload: Upload
    let media: MediaRunner
    let folder: OpenFolder
    let work: MeasureWork
    var id: JobID { "measure" }
    var dependencies: Set<JobID> { [] }
    /// Packets of one segment at a time, and some hundred bytes for each segment and keyframe.
    var peakMemory: Int { 64 << 20 }
    /// The time of packets at about 500 MB/s.
    var cost: Double {
        let bytes = work.tracks.flatMap(\.segments).reduce(0.0) { $0 + Double($1.range.count) }
        return 0.1 + bytes / 5e8
    }

    func run(in context: JobContext) async throws -> [MeasuredTrack] {
        try await context.blocking { cancellation in
            let tracks = try media.run(
                work, MediaGrant(readsUpload: false, artifacts: folder), on: upload,
                limits: limits(on: upload), isStopped: { cancellation.isCancelled })
            return try upload.plausible {
                guard tracks.count == work.tracks.count else {
                    throw ArtifactError("other tracks than were to be measured")
                }
                for (track, request) in zip(tracks, work.tracks) {
                    try track.validate(request.segments)
                }
                return tracks
            }
        }
    }
}
