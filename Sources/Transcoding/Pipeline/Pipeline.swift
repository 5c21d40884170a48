internal import Captions
internal import Foundation
internal import LibAV
public import Logging
public import MediaModel
public import MediaSandbox
internal import Packaging
internal import Presets
internal import Scheduling
public import Storage
internal import SystemPackage

/// One run over many uploads, which share one runner.
public struct Pipeline: Sendable {
    /// The result of a run.
    public struct Outcome: Sendable {
        /// The results in the order in which the uploads were found.
        ///
        /// After a cancellation, or without sandbox processes, unfinished
        /// uploads are `interrupted`.
        public let results: [UploadResult]
        /// The error of writing `index.json`; `nil` for none.
        public let indexFailure: UploadError?
        /// The error that ended the run early; `nil` for none.
        public let sandboxFailure: SandboxServerError?
    }

    private let options: RunOptions
    private let logger: Logger

    public init(_ options: RunOptions, logger: Logger) {
        self.options = options
        self.logger = logger
        LibAVProcess.prepare(logger: logger)
    }

    /// Makes packages of files and folders.
    ///
    /// An upload that fails does not stop the others.
    ///
    /// - Returns: The result of each upload, and whether the index was written.
    /// - Throws: `UploadError` if the output folder cannot be written to; `UsageError` for one name for several uploads.
    public func run(
        _ inputs: [Location], onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> Outcome {
        let storage = options.storage
        let found = UploadDiscovery(inputs, output: options.output, in: storage)
        let sidecars = SidecarFolder.sidecars(beside: found.uploads.map(\.location)) {
            (upload) throws(StorageError) in try storage.uploadSource(of: upload)
        }
        // Files beside an upload are no uploads, also if a shell has named every file of a folder.
        let besides = Set(
            sidecars.flatMap { upload, found in
                let found = (try? found.get()) ?? FoundSidecars()
                return found.captions.compactMap { $0.location(beside: upload) }
                    + found.cuePoints.compactMap { upload.sibling($0) }
            })
        let uploads = found.uploads.filter { !besides.contains($0.location) }
        if options.name != nil, uploads.count > 1 {
            throw UsageError(.nameForSeveralUploads(uploads.count))
        }
        onEvent(
            .started(
                uploads: uploads.count + found.unreadable.count,
                bytes: uploads.reduce(0) { $0 + $1.size }))
        for entry in found.skipped where !besides.contains(entry.location) {
            onEvent(.skipped(path: entry.location, reason: entry.reason))
        }
        try makeOutputFolder()
        let unread = found.unreadable.map { UploadResult($0) }
        for result in unread { onEvent(.finished(result)) }
        let media = MediaRunner(options.sandboxMode, logger: logger)
        let runs = try makeRuns(uploads, sidecars, in: media, onEvent)
        let results =
            await Self.run(runs, atOnce: max(16, 4 * options.jobs), onEvent) + unread
        let failure = media.hasServerExited ? SandboxServerError() : nil
        // The bucket of an output that nothing was written to may be denied or mistyped; the error of the uploads says so.
        if options.output.path == nil, results.allSatisfy(\.hasFailed) {
            return Outcome(results: results, indexFailure: nil, sandboxFailure: failure)
        }
        do {
            for package in try PackageIndex.rebuild(options.output, in: storage).omitted {
                logger.warning(
                    "package left out of the index",
                    metadata: ["package": "\(package.name)", "schema": "\(package.schema)"])
            }
            return Outcome(results: results, indexFailure: nil, sandboxFailure: failure)
        } catch {
            let uploadError = UploadErrorMapping.uploadError(
                error, upload: options.output.description, output: options.output.description)
            return Outcome(results: results, indexFailure: uploadError, sandboxFailure: failure)
        }
    }

    private func makeRuns(
        _ uploads: [UploadDiscovery.Found],
        _ sidecars: [Location: Result<FoundSidecars, UploadError>], in media: MediaRunner,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) throws -> [UploadRun] {
        let names = try assignNames(uploads)
        let runner = Runner(width: options.jobs, memory: options.memory)
        return uploads.map { upload in
            UploadRun(
                location: upload.location, name: names[upload.location] ?? "upload",
                sidecars: sidecars[upload.location] ?? .success(FoundSidecars()), options: options,
                runner: runner,
                media: media, onEvent: onEvent)
        }
    }

    /// Runs uploads, `atOnce` at a time: more than the runner can use, so that short ones overtake, without thousands of open
    /// files.
    private static func run(
        _ runs: [UploadRun], atOnce: Int, _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async -> [UploadResult] {
        var results: [Int: UploadResult] = [:]
        await withTaskGroup(of: (Int, UploadResult).self) { group in
            for index in runs.indices {
                if index >= atOnce, let (ended, result) = await group.next() {
                    results[ended] = result
                }
                group.addTask {
                    let result = await runs[index].run()
                    onEvent(.finished(result))
                    return (index, result)
                }
            }
            for await (ended, result) in group { results[ended] = result }
        }
        return runs.indices.compactMap { results[$0] }
    }

    private func makeOutputFolder() throws {
        guard let output = options.output.path else { return }
        do {
            try Folder.create(output)
        } catch {
            throw UploadError(
                .output, output.string,
                "the output folder cannot be made (\(error.reason))",
                advice: "choose a folder that can be written", cause: error)
        }
        guard FileManager.default.isWritableFile(atPath: output.string) else {
            throw UploadError(
                .output, output.string, "the output folder is not writable",
                advice: "choose a folder that can be written")
        }
    }

    private func assignNames(_ uploads: [UploadDiscovery.Found]) throws -> [Location: String] {
        let destination = try options.storage.destination(at: options.output)
        return PackageNames.assign(
            uploads.map(\.location), chosen: options.name,
            sha256: { location in
                guard let upload = try? Upload(location, in: options.storage) else { return nil }
                return upload.contentIdentity.map(UploadName.digest)
                    ?? (try? upload.sha256 { Task.isCancelled })
            },
            existing: {
                (try? ExistingPackage.find($0, in: destination))?.manifest?.upload.sha256
            })
    }
}
