internal import Crypto
internal import Foundation
internal import HLS
internal import LibAV
public import Logging
public import MediaModel
public import MediaSandbox
internal import MediaUnits
internal import Packaging
public import Presets
internal import Scheduling
internal import Storage

/// What `compress` made.
public struct CompressionResult: Sendable {
    public let uploadBytes: Int
    public let bytes: Int
    /// Encoding would not have made it smaller: its own streams were copied, without metadata.
    public let wasRemuxed: Bool
    public let notices: [Notice]
}

/// Makes one MP4 of an upload, never larger than the upload.
public enum Compression {
    /// Makes `file` of a part of an upload, by a preset of one rung whose container is `mp4`.
    ///
    /// A file that is there is replaced only with `force`.
    ///
    /// - Throws: `UploadError`.
    public static func compress(
        _ path: String, to file: String, preset: Preset, trim: Trim = Trim(), force: Bool,
        jobs: Int, memory: Int,
        sandboxMode: SandboxMode, logger: Logger,
        onProgress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws -> CompressionResult {
        let output = FileOutput(path: file, isForced: force)
        return try await RunFault.named(path, output: output.parent) {
            let session = try TranscodingSession(
                path, preset: preset, trim: trim, jobs: jobs, memory: memory,
                sandboxMode: sandboxMode, logger: logger)
            try output.check(session.upload)
            let probed = try await session.probe(sidecars: [])
            // Two files from one upload at once do not share a work folder.
            let names = "\(probed.info.sha256) \(preset.identity) \(trim.identity) \(file)"
            let key = SHA256.hash(data: Data(names.utf8)).hexadecimal
            let plan = try await session.plan(probed)
            let folder = try LocalWorkspace(output: output.parent, key: String(key.prefix(32)))
            let work = session.work(plan, of: probed.info, in: folder, isForced: force)
            return try await folder.during {
                let outcome = try await session.encode(work, name: file, onProgress: onProgress)
                return try await session.runner.run(
                    CompressionJob(
                        work: work, outcome: outcome, output: output,
                        onDamage: preset.onDamage))
            }
        }
    }
}

/// Joins what was encoded into one file, or copies the upload's own streams if that is smaller, and puts it into its place.
private struct CompressionJob: Job {
    let work: UploadWork
    let outcome: EncodingResult
    let output: FileOutput
    let onDamage: CorruptionPolicy

    var id: JobID { "file" }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { 16 << 20 }
    var cost: Double { 0.1 }

    func run(in context: JobContext) async throws -> CompressionResult {
        try await context.blocking { cancellation in try finish { cancellation.isCancelled } }
    }

    private func finish(
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> CompressionResult {
        let upload = work.upload
        let draft = try OpenFolder(work.folder.emptyFolder("file"))
        let presentation = try Presentation(
            work.plan, video: outcome.chunks.map(\.result), audio: outcome.audio.map(\.result))
        try presentation.corruption.check(onDamage, duration: work.plan.duration)
        let encoded = try work.joined(
            outcome, in: draft, limits: limits(on: upload), isStopped: isStopped)
        try upload.checkUnchanged()
        let encodedBytes = Int(encoded.size)
        if encodedBytes < upload.size {
            try output.place(encoded, upload)
            return CompressionResult(
                uploadBytes: upload.size, bytes: encodedBytes, wasRemuxed: false,
                notices: presentation.notices)
        }
        // A copy of packets cannot be cut to the frame.
        let copied = work.plan.trimRange == nil ? try copy(in: draft, isStopped: isStopped) : nil
        guard let copied, copied.size <= upload.size else {
            throw upload.error(
                .tooLarge,
                "an MP4 of it would not be smaller (\(encodedBytes) of \(upload.size) bytes)",
                advice: "keep the upload as it is, or choose a lower quality")
        }
        try output.place(copied, upload)
        let notice = Notice(
            "REMUXED", .info,
            "Encoding would not make it smaller; its own streams are copied without metadata.")
        return CompressionResult(
            uploadBytes: upload.size, bytes: Int(copied.size), wasRemuxed: true,
            notices: work.plan.notices + [notice])
    }

    /// Copies the kept streams without any metadata, into an MP4 if that can hold them.
    ///
    /// - Returns: The file; `nil` if none of that family can hold them.
    private func copy(
        in draft: OpenFolder, isStopped: @escaping @Sendable () -> Bool
    ) throws -> RegularFile? {
        let name = "copied.mp4"
        let video = [work.info.video?.stream].compactMap { $0 }
        let streams = (video + work.info.audio.map(\.stream)).sorted()
        let copy = try work.media.run(
            CopyWork(
                streams: streams, name: name, formats: work.upload.formats,
                start: work.info.start),
            MediaGrant(draft: draft), on: work.upload, limits: limits(on: work.upload),
            budget: work.budget, isStopped: isStopped)
        return copy.isWritten ? try work.only(name, in: draft) : nil
    }
}
