import ArgumentParser
import Foundation
import JobModel
import JobQueue
import StatusServer
import Submission
import Storage
import SystemPackage
import Transcoding

/// `vtranscode queue add`: submits uploads.
struct QueueAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Submit uploads to the queue.",
        discussion: """
            Prints the id of each job. A second submission with the same upload, preset and output \
            folder, or with the same --key, has no effect and prints the id of the first job. The \
            package's name is that of --name, otherwise the job's id. Workers must have the upload and \
            the output folder at the same paths. If one of several uploads cannot be read, none is \
            submitted; if the queue rejects one, the uploads before it remain submitted. Of an s3:// \
            prefix, every upload below it is submitted as the listing has it; those that cannot be read \
            are reported. The query of a URL is stored encrypted, and needs a secret key, which workers must \
            have as well.

            EXAMPLES
              vtranscode queue add clip.mov --output /srv/packages
              vtranscode queue add *.mp4 --output /srv/packages --priority 10 --tenant acme
              vtranscode queue add clip.mov --output out/ --name holiday --wait
              vtranscode queue add s3://uploads/incoming/ --output s3://packages/videos
            """)

    @Argument(
        help: "Uploads: files, s3:// or https:// URLs, s3:// URLs of prefixes.",
        completion: .file(), transform: Location.argument)
    var uploads: [Location]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder to publish packages in, or an s3:// URL of a prefix.", valueName: "dir"),
        completion: .directory, transform: Location.argument)
    var output: Location

    @Option(help: "The package's name, for a single upload (default: the job's id).")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The idempotency key: a second submission with this key returns the same job (default: made from content and request).",
            valueName: "key"))
    var key: String?

    @OptionGroup var preset: PresetOption
    @OptionGroup var trim: TrimOptions
    @OptionGroup var cue: CuePointOptions
    @OptionGroup var terms: TermsOptions
    @OptionGroup var queue: QueueOption
    @OptionGroup var storage: StorageOptions
    @OptionGroup var secretKey: SecretKeyOption

    @Flag(help: "Wait for the end of every job; exit with 1 unless all packages were published.")
    var wait = false

    @Flag(help: "Print a JSON array of jobs.")
    var json = false

    @OptionGroup var log: LogOptions

    func validate() throws {
        if let name, !FolderName.isAllowed(name) {
            throw ValidationError(
                "--name must be the name of a folder: 1 to 200 bytes, no / and no leading dot.")
        }
        guard uploads.count > 1 else { return }
        if name != nil {
            throw ValidationError("--name is for a single upload; \(uploads.count) were given.")
        }
        if key != nil {
            throw ValidationError("--key is for a single upload; \(uploads.count) were given.")
        }
    }

    func run() async throws {
        _ = try preset.loadForPackages()
        let text = try PresetText(preset.preset, formats: preset.formats)
        var terms = try terms.value
        terms.key = key
        let (registry, keys) = (try storage.registry(), try secretKey.keys())
        var submissions: [NamedRequest] = []
        var prefixes: [PrefixReader] = []
        for upload in uploads {
            if let reader = try await PrefixReader.find(
                at: upload, output: output.absolute, in: registry)
            {
                guard name == nil, key == nil else {
                    throw ValidationError(
                        "--name and --key are for a single upload; \(upload.description) is a prefix."
                    )
                }
                prefixes.append(reader)
                continue
            }
            if let path = upload.absolute.path { try requireUTF8(path) }
            let payload = payload(of: upload, text)
            submissions.append(
                NamedRequest(
                    upload: upload,
                    request: try await payload.request(terms, from: registry, keys: keys)))
            if let name, let safe = payload.name, safe != name {
                Console.shared.print(
                    "vtranscode: the package is named \(safe), which is safe in a URL")
            }
        }
        let store = try await queue.open(createsFile: true)
        var jobs: [JobRecord] = []
        var found = PrefixCounts()
        do {
            for submission in submissions {
                jobs.append(try await submit(submission, to: store, registry))
            }
            for reader in prefixes {
                try await submitAll(reader, in: registry, to: store, &jobs, &found) { upload in
                    try await payload(of: upload, text).request(terms, from: registry, keys: keys)
                }
            }
            if wait { try await JobReporter(store).wait(for: &jobs) }
        } catch {
            if json, !jobs.isEmpty { try printJSON(jobs) }
            throw end(error, jobs, found)
        }
        if json { try printJSON(jobs) }
        guard wait else {
            if found.unreadable > 0 { throw CommandStatus.failed.exitCode }
            return
        }
        var areAllPublished = found.unreadable == 0
        for job in jobs {
            let isMissing = JobText.isPackageMissing(job, in: registry)
            let end = JobText.end(of: job, isPackageMissing: isMissing)
            let isPublished = job.state == .completed && !isMissing
            Console.shared.print(
                isPublished ? "vtranscode: \(end.printable)" : ErrorLine.text(end))
            areAllPublished = areAllPublished && isPublished
        }
        if !areAllPublished { throw CommandStatus.failed.exitCode }
    }

    private func payload(of upload: Location, _ preset: PresetText) -> JobPayload {
        JobPayload(
            upload: upload.absolute.text, output: output.absolute.text, packageName: name,
            preset: preset, trim: trim.range, cuePoints: cue.cuePoints)
    }

    /// The numbers of uploads below prefixes.
    private struct PrefixCounts {
        var submitted = 0
        var unreadable = 0
    }

    /// Submits the uploads below a prefix; memory has those jobs only that are printed or waited for at the end.
    private func submitAll(
        _ reader: PrefixReader, in registry: StorageRegistry, to store: any QueueStore,
        _ jobs: inout [JobRecord], _ counts: inout PrefixCounts,
        request: (Location) async throws -> JobRequest
    ) async throws {
        var reader = reader
        let verbose = Console.shared.isVerbose
        while let entry = try await reader.next(onSkip: { entry, reason in
            guard verbose else { return }
            Console.shared.print("vtranscode: \(entry.location.description.printable): \(reason)")
        }) {
            do {
                let submission = NamedRequest(
                    upload: entry.location, request: try await request(entry.location))
                let job = try await submit(submission, to: store, registry)
                counts.submitted += 1
                if wait || json { jobs.append(job) }
            } catch let error as QueueError where error.code == .badRequest {
                Console.shared.print(error)
                counts.unreadable += 1
            }
        }
        if reader.uploads.position == nil, reader.uploads.unnamedCount == 0 {
            Console.shared.print(
                "vtranscode: warning: \(reader.uploads.prefix.description.printable): no object is there"
            )
        }
        if reader.uploads.unnamedCount > 0 {
            Console.shared.print(
                ErrorLine.text(
                    "\(Quantity.count(reader.uploads.unnamedCount, "key")) with control characters; rename these objects"
                ))
            counts.unreadable += reader.uploads.unnamedCount
        }
    }

    /// An upload, by its name on the command line, and the request for its job.
    private struct NamedRequest {
        let upload: Location
        let request: JobRequest
    }

    /// Rejects names that are not UTF-8: arguments are text, in which invalid bytes were replaced.
    private func requireUTF8(_ path: FilePath) throws {
        guard path.string.unicodeScalars.contains("\u{FFFD}"),
            !FileManager.default.fileExists(atPath: path.string)
        else { return }
        throw QueueError(.badRequest, path.string, "its name is not UTF-8", advice: "rename it")
    }

    private func submit(
        _ submission: NamedRequest, to store: any QueueStore, _ registry: StorageRegistry
    ) async throws -> JobRecord {
        let submitted: SubmittedJob
        do {
            submitted = try await store.submit(submission.request)
        } catch let error as QueueError {
            throw QueueError(
                error.code, submission.upload.description, "\(error.subject): \(error.message)",
                advice: error.advice, condition: error.condition, cause: error)
        }
        let job = submitted.job
        if !submitted.isNew {
            let ignored = RepeatedSubmission(
                submission.request, hasPriority: terms.priority != nil, hasClientKey: key != nil
            ).ignoredValues(for: job)
            let state =
                JobText.isPackageMissing(job, in: registry)
                ? JobText.packageMissing : JobText.existingState(job)
            Console.shared.print(
                "vtranscode: \(submission.upload.description.printable) was submitted before: it is \(state)"
                    + (ignored.map { "; \($0)" } ?? ""))
        }
        if !json { StandardStream.output.print(job.id.text) }
        return job
    }

    /// Reports the jobs that were submitted before an error or an interruption.
    ///
    /// - Returns: The error of the command.
    private func end(
        _ error: any Error, _ jobs: [JobRecord], _ found: PrefixCounts
    ) -> any Error {
        let isRetained = wait || json
        let open = jobs.count { !$0.state.isFinal } + (isRetained ? 0 : found.submitted)
        if Task.isCancelled, open > 0 {
            Console.shared.print(
                "vtranscode: \(Quantity.count(open, "job")) remain in the queue; cancel with vtranscode queue cancel"
            )
        }
        let count = jobs.count + (isRetained ? 0 : found.submitted)
        let hasPrefix = found.submitted > 0
        guard !Task.isCancelled, count > 0, hasPrefix || count < uploads.count else { return error }
        Console.shared.print(error)
        let total = hasPrefix ? "" : " of \(uploads.count)"
        Console.shared.print(
            "vtranscode: \(count)\(total) uploads were submitted; the command can be repeated and submits none twice"
        )
        return CommandStatus.failed.exitCode
    }

    private func printJSON(_ jobs: [JobRecord]) throws {
        StandardStream.output.print(try JSONText.of(jobs.map { JobView($0) }))
    }
}
