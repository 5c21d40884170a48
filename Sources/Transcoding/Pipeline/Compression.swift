internal import Crypto
internal import Foundation
internal import HLS
internal import LibAV
package import Logging
package import MediaModel
package import MediaSandbox
internal import MediaUnits
internal import Packaging
package import Presets
internal import Scheduling
package import Storage
internal import SystemPackage

/// The result of `compress`.
package struct CompressionResult: Sendable {
    package let uploadBytes: Int
    package let bytes: Int
    /// Whether the upload's own streams were copied without metadata, because encoding would not have made the file smaller.
    package let wasRemuxed: Bool
    /// The measured XPSNR of the video, in dB; `nil` if its streams were copied, or if it was not measured.
    package let xpsnr: Double?
    package let findings: [Finding]
}

/// Makes an MP4 file of an upload, never larger than the upload.
package enum Compression {
    /// Makes `file` of an upload or a trim range of it, by a preset of one rung with the container `mp4`.
    ///
    /// An existing file or object is replaced only with `force`.
    ///
    /// - Throws: `UploadError`.
    package static func compress(
        _ upload: Location, in storage: StorageRegistry = .local, to file: Location, preset: Preset,
        trim: TrimRequest = TrimRequest(),
        force: Bool,
        jobs: Int, memory: Int,
        sandboxMode: SandboxMode, logger: Logger,
        onProgress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws -> CompressionResult {
        let output = FileOutput(location: file, storage: storage, isForced: force)
        return try await UploadErrorMapping.named(
            upload.description, output: output.parent.description
        ) {
            let session = try TranscodingSession(
                upload, in: storage, preset: preset, trim: trim, jobs: jobs, memory: memory,
                sandboxMode: sandboxMode, logger: logger)
            try output.check(session.upload)
            let probed = try await session.probe(sidecars: [])
            // Two files of one upload that are made at the same time have different workspaces.
            let names = "\(probed.identity) \(preset.identity) \(trim.identity) \(file)"
            let key = SHA256.hash(data: Data(names.utf8)).hexadecimal
            let plan = try await session.plan(probed)
            try MemoryCheck.check(plan, of: session.upload)
            let workspace = try storage.runWorkspace(
                at: output.parent, key: String(key.prefix(32)))
            let environment = session.environment(
                plan, of: probed, in: workspace, isForced: force)
            return try await workspace.during {
                let encoded = try await session.encode(
                    environment, name: file.description, onProgress: onProgress)
                let complete = try await session.completed(environment, probed, encoded) {
                    try await session.content([])
                }
                return try await session.runner.run(
                    CompressionJob(
                        environment: complete, encoded: encoded, output: output,
                        onDamage: preset.onDamage, hasTarget: preset.target != nil))
            }
        }
    }
}

/// Joins the encoded segments to one file, or copies the upload's own streams if that is smaller, and writes the output file.
private struct CompressionJob: Job {
    let environment: EncodingEnvironment
    let encoded: EncodingResult
    let output: FileOutput
    let onDamage: CorruptionPolicy
    /// Whether the preset has a quality target.
    let hasTarget: Bool

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
        let (upload, plan) = (environment.upload, environment.plan)
        let draft = try OpenFolder(environment.workspace.emptyFolder("file"))
        try environment.checkInitializations(of: encoded)
        let presentation = try Presentation(
            plan, video: encoded.segments.map { $0.map(\.result) },
            decoding: encoded.chunks.map(\.decoding.result), audio: encoded.audio.map(\.result),
            hasTarget: hasTarget)
        try presentation.corruption.check(onDamage, duration: plan.duration)
        let joined = try environment.joined(
            encoded, in: draft, limits: limits(on: upload), isStopped: isStopped)
        try upload.checkUnchanged()
        let encodedBytes = Int(joined.size)
        if encodedBytes < upload.size {
            try output.place(joined, upload)
            return CompressionResult(
                uploadBytes: upload.size, bytes: encodedBytes, wasRemuxed: false,
                xpsnr: presentation.video.first?.media.quality?.xpsnr,
                findings: presentation.findings)
        }
        // Copied packets cannot begin or end at any frame.
        let copied = plan.trimRange == nil ? try copy(in: draft, isStopped: isStopped) : nil
        guard let copied, copied.size <= upload.size else {
            throw upload.error(
                .tooLarge,
                "an MP4 of it would not be smaller (\(encodedBytes) of \(upload.size) bytes)",
                advice: "keep the upload as it is, or choose a lower quality",
                condition: .notSmaller)
        }
        try output.place(copied, upload)
        let finding = Finding(
            .remuxed, .info,
            "Encoding would not make it smaller; its own streams are copied without metadata.")
        return CompressionResult(
            uploadBytes: upload.size, bytes: Int(copied.size), wasRemuxed: true,
            xpsnr: nil,
            // Nothing was encoded for the target.
            findings: plan.findings.filter { $0.code != .qualityLimited } + [finding])
    }

    /// Copies the selected streams without metadata to an MP4 file.
    ///
    /// - Returns: `nil` if no container of that family supports the streams.
    private func copy(
        in draft: OpenFolder, isStopped: @escaping @Sendable () -> Bool
    ) throws -> RegularFile? {
        let name = "copied.mp4"
        let (upload, info) = (environment.upload, environment.info)
        let video = [info.video?.stream].compactMap { $0 }
        let streams = (video + info.audio.map(\.stream)).sorted()
        let copy = try environment.media.run(
            CopyWork(
                streams: streams, name: name, formats: upload.formats, start: info.start),
            MediaGrant(draft: draft), on: upload, limits: limits(on: upload),
            budget: environment.budget, isStopped: isStopped)
        return copy.isWritten ? try environment.only(name, in: draft) : nil
    }
}
