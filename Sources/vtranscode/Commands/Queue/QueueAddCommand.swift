import ArgumentParser
import Foundation
import JobModel
import JobQueue
import StatusServer
import Submission

/// `vtranscode queue add`: submits uploads.
struct QueueAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Submit uploads to the queue.",
        discussion: """
            Prints the id of each job. The same upload, preset and output folder are the same job: \
            submitting them again changes nothing and prints the same id; so does the same --key. A \
            package has the name given by --name, else the job's id. Workers read the upload and write \
            the package at the paths that are given here, so they must have them. If one of several \
            uploads cannot be read, none is submitted; if the queue refuses one, those before it stay.

            EXAMPLES
              vtranscode queue add clip.mov --output /srv/packages
              vtranscode queue add *.mp4 --output /srv/packages --priority 10 --tenant acme
              vtranscode queue add clip.mov --output out/ --name holiday --wait
            """)

    @Argument(help: "Uploads: files.", completion: .file())
    var uploads: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to publish packages in.", valueName: "dir"),
        completion: .directory)
    var output: String

    @Option(help: "The package's name, for a single upload (default: the job's id).")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Your own key of the job: submitted again, it is the same job.", valueName: "key"))
    var key: String?

    @OptionGroup var preset: PresetOption
    @OptionGroup var part: TrimOptions
    @OptionGroup var terms: TermsOptions
    @OptionGroup var queue: QueueOption

    @Flag(help: "Wait for the end of every job; exit 1 if one did not end in a package.")
    var wait = false

    @Flag(help: "Print a JSON array of jobs.")
    var json = false

    @OptionGroup var log: LogOptions

    func validate() throws {
        if let name, !FolderName.isAllowed(name) {
            throw ValidationError(
                "--name is a folder's in --output: 1 to 200 bytes, no / and no leading dot.")
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
        var asked: [Asked] = []
        for upload in uploads {
            let path = AbsolutePath.of(upload)
            try refuseMangledName(path)
            let payload = JobPayload(
                upload: path, output: AbsolutePath.of(output), packageName: name, preset: text,
                trim: part.range)
            asked.append(Asked(upload: upload, request: try await payload.request(terms)))
            if let name, let safe = payload.name, safe != name {
                Console.shared.print(
                    "vtranscode: the package's name is \(safe), to be safe in a URL")
            }
        }
        let store = try await queue.open(mayMake: true)
        var jobs: [JobRecord] = []
        do {
            for asked in asked { jobs.append(try await submit(asked, to: store)) }
            if wait { try await JobTeller(store).wait(for: &jobs) }
        } catch {
            if json, !jobs.isEmpty { try printJSON(jobs) }
            throw end(error, jobs)
        }
        if json { try printJSON(jobs) }
        guard wait else { return }
        var areAllThere = true
        for job in jobs {
            let end = JobText.end(of: job)
            let isThere = job.state == .completed && !JobText.isGone(job)
            Console.shared.print(isThere ? "vtranscode: \(end.printable)" : ErrorLine.text(end))
            areAllThere = areAllThere && isThere
        }
        if !areAllThere { throw CommandStatus.failed }
    }

    /// An upload as it was named, and what is asked of the queue for it.
    private struct Asked {
        let upload: String
        let request: JobRequest
    }

    /// Arguments are text here: what is not UTF-8 in a name has been replaced, and the name leads nowhere.
    private func refuseMangledName(_ path: String) throws {
        guard path.unicodeScalars.contains("\u{FFFD}"),
            !FileManager.default.fileExists(atPath: path)
        else { return }
        throw QueueError(.badRequest, path, "its name is not UTF-8", advice: "rename it")
    }

    private func submit(_ asked: Asked, to store: any QueueStore) async throws -> JobRecord {
        let submission: SubmittedJob
        do {
            submission = try await store.submit(asked.request)
        } catch let error as QueueError {
            throw QueueError(
                error.code, asked.upload, "\(error.subject): \(error.reason)", advice: error.advice)
        }
        let job = submission.job
        if !submission.isNew {
            let kept = RepeatedRequest(
                asked.request, asksPriority: terms.priority != nil, hasOwnKey: key != nil
            ).whatStays(of: job)
            let state = JobText.isGone(job) ? JobText.gone : JobText.stateBefore(job)
            Console.shared.print(
                "vtranscode: \(asked.upload.printable) was submitted before: it is \(state)"
                    + (kept.map { "; \($0)" } ?? ""))
        }
        if !json { StandardStream.output.print(job.id.text) }
        return job
    }

    /// Says what becomes of the jobs that were made.
    ///
    /// - Returns: What the command ends with.
    private func end(_ error: any Error, _ jobs: [JobRecord]) -> any Error {
        let open = jobs.count { !$0.state.isFinal }
        if Task.isCancelled, open > 0 {
            Console.shared.print(
                "vtranscode: \(Quantity.count(open, "job")) in the queue will be done all the same; vtranscode queue cancel ends them"
            )
        }
        guard !Task.isCancelled, !jobs.isEmpty, jobs.count < uploads.count else { return error }
        for line in ErrorLine.lines(for: error) { Console.shared.print(line) }
        Console.shared.print(
            "vtranscode: \(jobs.count) of \(uploads.count) uploads were submitted; submitting all again makes none twice"
        )
        return CommandStatus.failed
    }

    private func printJSON(_ jobs: [JobRecord]) throws {
        StandardStream.output.print(try JSONText.of(jobs.map { JobView($0) }))
    }
}
