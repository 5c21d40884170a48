import ArgumentParser
import Foundation
import JobModel
import JobQueue
import StatusServer
import Submission
import Storage
import SystemPackage

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
            submitted; if the queue rejects one, the uploads before it remain submitted. The query of a URL \
            is stored encrypted, and needs a secret key, which workers must have as well.

            EXAMPLES
              vtranscode queue add clip.mov --output /srv/packages
              vtranscode queue add *.mp4 --output /srv/packages --priority 10 --tenant acme
              vtranscode queue add clip.mov --output out/ --name holiday --wait
            """)

    @Argument(help: "Uploads: files, s3:// or https:// URLs.", completion: .file())
    var uploads: [Location]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to publish packages in.", valueName: "dir"),
        completion: .directory)
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
        for upload in uploads {
            if let path = upload.absolute.path { try requireUTF8(path) }
            let payload = JobPayload(
                upload: upload.absolute.text, output: output.absolute.text, packageName: name,
                preset: text,
                trim: trim.range)
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
        do {
            for submission in submissions {
                jobs.append(try await submit(submission, to: store))
            }
            if wait { try await JobReporter(store).wait(for: &jobs) }
        } catch {
            if json, !jobs.isEmpty { try printJSON(jobs) }
            throw end(error, jobs)
        }
        if json { try printJSON(jobs) }
        guard wait else { return }
        var areAllPublished = true
        for job in jobs {
            let end = JobText.end(of: job)
            let isPublished = job.state == .completed && !JobText.isPackageMissing(job)
            Console.shared.print(
                isPublished ? "vtranscode: \(end.printable)" : ErrorLine.text(end))
            areAllPublished = areAllPublished && isPublished
        }
        if !areAllPublished { throw CommandStatus.failed.exitCode }
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
        _ submission: NamedRequest, to store: any QueueStore
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
                JobText.isPackageMissing(job)
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
    private func end(_ error: any Error, _ jobs: [JobRecord]) -> any Error {
        let open = jobs.count { !$0.state.isFinal }
        if Task.isCancelled, open > 0 {
            Console.shared.print(
                "vtranscode: \(Quantity.count(open, "job")) remain in the queue; cancel with vtranscode queue cancel"
            )
        }
        guard !Task.isCancelled, !jobs.isEmpty, jobs.count < uploads.count else { return error }
        Console.shared.print(error)
        Console.shared.print(
            "vtranscode: \(jobs.count) of \(uploads.count) uploads were submitted; the command can be repeated and submits none twice"
        )
        return CommandStatus.failed.exitCode
    }

    private func printJSON(_ jobs: [JobRecord]) throws {
        StandardStream.output.print(try JSONText.of(jobs.map { JobView($0) }))
    }
}
