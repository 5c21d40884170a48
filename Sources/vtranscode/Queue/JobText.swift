import Foundation
import JobModel
import JobQueue
import StatusServer
import Storage
import SystemPackage

/// The text output for jobs.
enum JobText {
    /// Returns a table of jobs.
    ///
    /// - Parameters:
    ///   - jobs: The jobs, in order.
    ///   - isNarrow: Whether the beginnings of long paths are omitted, for terminals.
    /// - Returns: The lines, the first with the names of the columns.
    static func table(_ jobs: [JobRecord], isNarrow: Bool) -> String {
        let header = ["JOB", "STATUS", "PROGRESS", "TENANT", "PRIO", "SUBMITTED", "UPLOAD"]
        return columns([header] + jobs.map { row($0, isNarrow: isNarrow) })
    }

    /// Aligns rows with an equal number of cells.
    static func columns(_ rows: [[String]]) -> String {
        let last = (rows.first?.count ?? 0) - 1
        let widths = (0...max(0, last)).map { column in
            rows.map { $0[column].displayWidth }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == last ? cell : cell.padded(toWidth: widths[column])
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func row(_ job: JobRecord, isNarrow: Bool) -> [String] {
        let view = JobView(job)
        let upload = (view.upload ?? "").printable
        let failure = job.failure.map { " \($0.code)" } ?? ""
        return [
            job.id.text, status(job) + failure, "\(view.progress) %", job.tenant.printable,
            "\(job.priority)",
            view.created, isNarrow ? upload.truncatedAtStart(toWidth: 48) : upload,
        ]
    }

    static func status(_ job: JobRecord) -> String {
        if job.isCancelRequested { return "cancel requested" }
        return switch job.admission {
        case .delayed where !job.state.isFinal: "delayed"
        case .held where !job.state.isFinal: "held"
        default: job.state.name
        }
    }

    /// The state of a completed job whose package was removed.
    static let packageMissing =
        "completed, but its package does not exist; submit it with another --key to repeat it"

    /// Returns the state of a job that is submitted again.
    static func existingState(_ job: JobRecord) -> String {
        switch job.state {
        case .failed: "failed; retry it with vtranscode queue retry \(job.id)"
        default: job.admission == .delayed ? "delayed until \(JobView(job).due)" : status(job)
        }
    }

    /// Whether a completed job's package is missing from its output folder, which exists, or from its bucket.
    static func isPackageMissing(_ job: JobRecord, in storage: StorageRegistry) -> Bool {
        guard job.state == .completed, let playlist = playlist(of: job),
            let location = try? Location(checking: playlist)
        else { return false }
        guard let path = location.path else {
            return (try? storage.hasObject(at: location)) == false
        }
        let output = path.removingLastComponent().removingLastComponent()
        return FileManager.default.fileExists(atPath: output.string)
            && !FileManager.default.fileExists(atPath: path.string)
    }

    private static func playlist(of job: JobRecord) -> String? {
        JobView(job).urls.playlist.map { url in
            URL(string: url).flatMap { $0.isFileURL ? $0.path(percentEncoded: false) : nil } ?? url
        }
    }

    /// Returns the outcome of a job in one line.
    static func end(of job: JobRecord, isPackageMissing: Bool) -> String {
        let view = JobView(job)
        let upload = view.upload ?? job.id.text
        if isPackageMissing { return "\(upload): it is \(packageMissing)" }
        if job.state == .completed, let playlist = playlist(of: job) {
            return "\(upload): \(playlist)"
        }
        guard let failure = job.failure else { return "\(upload): \(job.id) is \(job.state.name)" }
        return "\(upload): \(failure.commandText)"
    }

    /// Returns the warning about the retry of a job, given before the retry; `nil` without a permanent error.
    static func retryWarning(_ job: JobRecord) -> String? {
        guard job.state == .failed, let failure = job.failure, failure.isPermanent else {
            return nil
        }
        return
            "\(job.id): the error \(failure.code) is permanent; unless its cause was removed, the job fails again"
    }

    /// Returns all details of a job and its tasks; `workers` are those that may hold leases.
    static func details(
        _ job: JobRecord, _ tasks: [TaskRecord], workers: [QueueStats.Worker] = []
    ) -> String {
        let view = JobView(job)
        let note = JobNote(job.note)
        var lines = [
            ("job", job.id.text), ("status", status(job)), ("progress", "\(view.progress) %"),
            ("upload", view.upload ?? ""), ("output", view.output ?? ""),
            ("preset", view.preset ?? ""),
            ("tenant", job.tenant), ("priority", "\(job.priority)"), ("submitted", view.created),
        ]
        if job.admission == .delayed, !job.state.isFinal {
            lines.append(("delayed until", view.due))
        }
        if let name = view.name ?? note?.name, job.state != .failed, job.state != .cancelled {
            lines.append(("package", name))
        }
        if let eta = view.eta { lines.append(("remaining", Quantity.clock(Double(eta)))) }
        if let started = view.started { lines.append(("started", started)) }
        if let finished = view.finished { lines.append(("finished", finished)) }
        if let playlist = view.urls.playlist { lines.append(("playlist", playlist)) }
        if let failure = job.failure {
            lines.append(("failure", failure.commandText))
        }
        if let error = view.error { lines.append(("retryable", error.retryable ? "yes" : "no")) }
        lines += note?.lines ?? []
        if !view.warnings.isEmpty {
            lines.append(("warnings", view.warnings.joined(separator: ", ")))
        }
        // A job that has ended shows its own failure.
        if !job.state.isFinal, let failure = tasks.lazy.compactMap(retried).first {
            lines.append(("last failure", failure.commandText))
        }
        lines += tasks.map { task in
            let worker = workers.first { $0.id == task.worker }
            return ("task \(task.id)", text(task, worker?.info))
        }
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { $0.0.padded(toWidth: width) + "  " + $0.1.printable }.joined(
            separator: "\n")
    }

    /// Returns the last failure of a task that is retried.
    private static func retried(_ task: TaskRecord) -> TaskFailure? {
        task.attempts > 0 && task.state != .done ? task.failure : nil
    }

    private static func text(_ task: TaskRecord, _ worker: WorkerInfo?) -> String {
        var text = "\(task.kind) \(task.state.name)"
        if task.state == .delayed, let due = task.due { text += " until \(Timestamp(due).text)" }
        if task.state == .running { text += ", \(Quantity.percent(task.progress))" }
        if let worker {
            text += ", by \(worker.name)"
            // The default name is that of the host.
            if worker.name != worker.host { text += " on \(worker.host)" }
        }
        if task.isQuarantined, task.state != .quarantined { text += ", alone" }
        if task.attempts > 0 { text += ", \(Quantity.count(task.attempts, "failed attempt"))" }
        if task.reclaims > 0 { text += ", reclaimed \(Quantity.count(task.reclaims, "time"))" }
        if task.crashCount > 0 { text += ", crash count \(task.crashCount)" }
        if let failure = task.failure, task.state != .done { text += ", \(failure.code)" }
        return text
    }
}
