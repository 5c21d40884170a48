internal import Captions
internal import Foundation
internal import LibAV
public import Logging
public import MediaModel
public import MediaSandbox
internal import Packaging
internal import Presets
internal import Scheduling
internal import Storage

/// One run over many uploads, which share one runner.
public struct Pipeline: Sendable {
    /// How a run ended.
    public struct Outcome: Sendable {
        /// In the order in which the uploads were found; after a cancellation, or without sandbox processes, the unfinished ones
        /// are `interrupted`.
        public let results: [UploadResult]
        /// Why `index.json` could not be written; `nil` if it was.
        public let indexFailure: UploadError?
        /// Why the run ended early; `nil` if it did not.
        public let sandboxFailure: SandboxLost?
    }

    private let options: RunOptions
    private let logger: Logger

    public init(_ options: RunOptions, logger: Logger) {
        self.options = options
        self.logger = logger
        LibAVProcess.prepare(logger: logger)
    }

    /// Makes packages of files and folders; one bad upload never stops the others.
    ///
    /// - Returns: What became of each upload, and whether the index could be written.
    /// - Throws: `UploadError` if nothing can be written to the output folder; `UsageError` for one name for several uploads.
    public func run(
        _ paths: [String], onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> Outcome {
        let found = Discovery(paths, output: options.output)
        let sidecars = SidecarFolder.sidecars(beside: found.uploads.map(\.path))
        // What goes with an upload is none itself, also where a shell has named every file of a folder.
        let taken = Set(
            sidecars.flatMap { path, found in
                ((try? found.get()) ?? []).map { $0.path(beside: path) }
            })
        let uploads = found.uploads.filter { !taken.contains($0.path) }
        if options.name != nil, uploads.count > 1 {
            throw UsageError(
                description: "a name is for a single upload; \(uploads.count) were found")
        }
        onEvent(
            .started(
                uploads: uploads.count + found.unreadable.count,
                bytes: uploads.reduce(0) { $0 + $1.size }))
        for entry in found.skipped where !taken.contains(entry.path) {
            onEvent(.skipped(path: entry.path, reason: entry.reason))
        }
        try makeOutputFolder()
        let unread = found.unreadable.map { UploadResult($0) }
        for result in unread { onEvent(.finished(result)) }
        let names = assignNames(uploads)
        let runner = Runner(width: options.jobs, memory: options.memory)
        let media = MediaRunner(options.sandboxMode, logger: logger)
        let tasks = uploads.map { upload in
            UploadTask(
                path: upload.path, name: names[upload.path] ?? "upload",
                sidecars: sidecars[upload.path] ?? .success([]), options: options, runner: runner,
                media: media, onEvent: onEvent)
        }
        let results =
            await Self.run(tasks, atOnce: max(16, 4 * options.jobs), onEvent) + unread
        let lost = media.isLost ? SandboxLost() : nil
        do {
            _ = try PackageIndex.rebuild(options.output)
            return Outcome(results: results, indexFailure: nil, sandboxFailure: lost)
        } catch {
            let fault = RunFault.uploadError(error, upload: options.output, output: options.output)
            return Outcome(results: results, indexFailure: fault, sandboxFailure: lost)
        }
    }

    /// `atOnce` is more than the runner can use, so that short ones can overtake, but not thousands of open files.
    private static func run(
        _ tasks: [UploadTask], atOnce: Int, _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async -> [UploadResult] {
        var results: [Int: UploadResult] = [:]
        await withTaskGroup(of: (Int, UploadResult).self) { group in
            for index in tasks.indices {
                if index >= atOnce, let (ended, result) = await group.next() {
                    results[ended] = result
                }
                group.addTask {
                    let result = await tasks[index].run()
                    onEvent(.finished(result))
                    return (index, result)
                }
            }
            for await (ended, result) in group { results[ended] = result }
        }
        return tasks.indices.compactMap { results[$0] }
    }

    private func makeOutputFolder() throws {
        do {
            try Folder.create(options.output)
        } catch {
            throw UploadError(
                .output, options.output, "the output folder cannot be made (\(error))",
                advice: "choose a folder that can be written")
        }
        guard FileManager.default.isWritableFile(atPath: options.output) else {
            throw UploadError(
                .output, options.output, "the output folder is not writable",
                advice: "choose a folder that can be written")
        }
    }

    private func assignNames(_ uploads: [Discovery.Found]) -> [String: String] {
        PackageNames.assign(
            uploads.map(\.path), chosen: options.name,
            sha256: { path in try? Upload(path).sha256 { Task.isCancelled } },
            existing: { ExistingPackage($0, in: options.output)?.manifest.upload.sha256 })
    }
}
