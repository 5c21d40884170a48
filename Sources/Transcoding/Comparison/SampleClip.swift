internal import Foundation
internal import LibAV
package import Logging
internal import MediaModel
package import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Presets
internal import Scheduling
package import Storage
package import SystemPackage

/// The beginning of an upload as a file, for evaluations of presets.
package enum SampleClip {
    /// Returns the uploads of a folder or the file itself, as `run` finds them.
    package static func sources(
        in folder: Location, of storage: StorageRegistry = .local
    ) -> [Location] {
        UploadDiscovery([folder], output: Location(""), in: storage).uploads.map(\.location)
            .sorted { $0.text < $1.text }
    }

    /// Copies the packets of the first seconds into a file, which is created.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - storage: The store of the upload.
    ///   - seconds: The decode time that is copied, in seconds.
    ///   - file: The MP4 to write.
    ///   - sandboxMode: The processes that read the upload.
    ///   - logger: The destination of libav's messages.
    /// - Returns: False if an MP4 file does not support the streams; no file is left then.
    /// - Throws: `UploadError` if the upload is not usable.
    package static func copy(
        _ upload: Location, in storage: StorageRegistry = .local, seconds: Double,
        to file: FilePath,
        sandboxMode: SandboxMode, logger: Logger
    ) async throws -> Bool {
        try await UploadErrorMapping.named(upload.description) {
            // The evaluation reports codecs that a preset does not read.
            let formats = FormatSet.all
            let session = try TranscodingSession(
                measuring: upload, in: storage, formats: formats, sandboxMode: sandboxMode,
                logger: logger)
            let info = try await session.probe(sidecars: []).info
            let video = [info.video?.stream].compactMap { $0 }
            let work = CopyWork(
                streams: (video + info.audio.map(\.stream)).sorted(),
                name: file.lastComponent?.string ?? "",
                formats: formats,
                seconds: seconds)
            return try await session.runner.run(
                SampleJob(session: session, file: file, work: work))
        }
    }
}

private struct SampleJob: Job {
    let session: TranscodingSession
    /// The path of the file to write.
    let file: FilePath
    let work: CopyWork
    var id: JobID { "sample" }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { 64 << 20 }
    var cost: Double { 0.1 }

    func run(in context: JobContext) async throws -> Bool {
        try await context.blocking { cancellation in
            // A separate folder: the process has no access to other clips.
            let path = file.parent.appending(".draft-\(UUID().uuidString)")
            try Folder.create(path)
            defer { try? Folder.remove(path) }
            let draft = try OpenFolder(path)
            let upload = session.upload
            let output = try session.media.run(
                work, MediaGrant(draft: draft), on: upload, limits: limits(on: upload),
                budget: session.budget, isStopped: { cancellation.isCancelled })
            guard output.isWritten else { return false }
            let clip = try upload.plausible { try draft.only(work.name, isExact: true) }
            try FilePlacement.place(clip, at: file)
            return true
        }
    }
}
