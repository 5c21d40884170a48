import ArgumentParser
import Foundation
import JobQueue
import StatusServer
import Worker

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
            uploads cannot be read, none is submitted.

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
        let text = try JobOrder.PresetText(preset.preset)
        var terms = try terms.value
        terms.key = key
        var requests: [JobRequest] = []
        for upload in uploads {
            let order = JobOrder(
                upload: AbsolutePath.of(upload), output: AbsolutePath.of(output), name: name,
                preset: text, trim: part.trim)
            requests.append(try await order.request(terms))
        }
        let store = try await queue.open(mayMake: true)
        var jobs: [JobRecord] = []
        for (upload, request) in zip(uploads, requests) {
            let submission = try await store.submit(request)
            jobs.append(submission.job)
            if !submission.isNew {
                Console.shared.print(
                    "vtranscode: \(upload.printable) was submitted before: it is \(submission.job.state.name)"
                )
            }
            if !json { StandardStream.output.print(submission.job.id.text) }
        }
        if wait { jobs = try await JobTeller(store).ends(of: jobs) }
        if json { StandardStream.output.print(try JSONText.of(jobs.map { JobView($0) })) }
        guard wait else { return }
        let failures = jobs.filter { $0.state != .completed }
        for job in jobs {
            let end = JobText.end(of: job)
            Console.shared.print(
                job.state == .completed ? "vtranscode: \(end.printable)" : ErrorLine.text(end))
        }
        if !failures.isEmpty { throw CommandStatus.failed }
    }
}
