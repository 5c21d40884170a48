import Foundation
import JobModel
import JobQueue
import StatusServer

/// Jobs as people read them.
enum JobText {
    /// A table, the newest job first.
    ///
    /// - Parameters:
    ///   - jobs: In their order.
    ///   - isNarrow: Whether long paths lose their beginnings, as for a terminal; scripts want them whole.
    /// - Returns: Its lines, the first with the columns' names.
    static func table(_ jobs: [JobRecord], isNarrow: Bool) -> String {
        let header = ["JOB", "STATUS", "PROGRESS", "TENANT", "PRIO", "SUBMITTED", "UPLOAD"]
        return columns([header] + jobs.map { row($0, isNarrow: isNarrow) })
    }

    /// Rows of as many cells each, below each other.
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
            view.created, isNarrow ? upload.keepingEnd(toWidth: 48) : upload,
        ]
    }

    static func status(_ job: JobRecord) -> String {
        if job.isCancelling { return "cancelling" }
        return switch job.hold {
        case .scheduled where !job.state.isFinal: "scheduled"
        case .tenant where !job.state.isFinal: "held"
        default: job.state.name
        }
    }

    /// What is said of a job whose package somebody has taken away.
    static let gone =
        "completed, and its package is not there any more; a --key of its own makes it again"

    /// How a job stands that is submitted once more.
    static func stateBefore(_ job: JobRecord) -> String {
        switch job.state {
        case .failed: "failed; vtranscode queue retry \(job.id) lets it go on"
        default: job.hold == .scheduled ? "scheduled for \(JobView(job).due)" : status(job)
        }
    }

    /// Whether a completed job's package is missing from its output folder, which is there.
    static func isGone(_ job: JobRecord) -> Bool {
        guard job.state == .completed, let playlist = playlist(of: job) else { return false }
        let package = (playlist as NSString).deletingLastPathComponent
        let output = (package as NSString).deletingLastPathComponent
        return FileManager.default.fileExists(atPath: output)
            && !FileManager.default.fileExists(atPath: playlist)
    }

    private static func playlist(of job: JobRecord) -> String? {
        JobView(job).urls.playlist.map { URL(string: $0)?.path(percentEncoded: false) ?? $0 }
    }

    /// A job's end in one line.
    static func end(of job: JobRecord) -> String {
        let view = JobView(job)
        let upload = view.upload ?? job.id.text
        if isGone(job) { return "\(upload): it is \(gone)" }
        if job.state == .completed, let playlist = playlist(of: job) {
            return "\(upload): \(playlist)"
        }
        guard let failure = job.failure else { return "\(upload): \(job.id) is \(job.state.name)" }
        return "\(upload): \(failure.code): \(failure.message); \(failure.advice)"
    }

    /// Everything about a job and its tasks.
    static func details(_ job: JobRecord, _ tasks: [TaskRecord]) -> String {
        let view = JobView(job)
        let note = JobNote(job.note)
        var lines = [
            ("job", job.id.text), ("status", status(job)), ("progress", "\(view.progress) %"),
            ("upload", view.upload ?? ""), ("output", view.output ?? ""),
            ("preset", view.preset ?? ""),
            ("tenant", job.tenant), ("priority", "\(job.priority)"), ("submitted", view.created),
        ]
        if job.hold == .scheduled, !job.state.isFinal { lines.append(("begins", view.due)) }
        if let name = view.name ?? note?.name, job.state != .failed, job.state != .cancelled {
            lines.append(("package", name))
        }
        if let eta = view.eta { lines.append(("left", Quantity.clock(Double(eta)))) }
        if let started = view.started { lines.append(("started", started)) }
        if let finished = view.finished { lines.append(("finished", finished)) }
        if let playlist = view.urls.playlist { lines.append(("playlist", playlist)) }
        if let failure = job.failure {
            lines.append(("failure", "\(failure.code): \(failure.message); \(failure.advice)"))
        }
        lines += note?.lines ?? []
        if !view.warnings.isEmpty {
            lines.append(("warnings", view.warnings.joined(separator: ", ")))
        }
        // Of a job that has ended, its own failure tells.
        if !job.state.isFinal, let failure = tasks.lazy.compactMap(retried).first {
            lines.append(("tried", "\(failure.code): \(failure.message); \(failure.advice)"))
        }
        lines += tasks.map { ("task \($0.id)", text($0)) }
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { $0.0.padded(toWidth: width) + "  " + $0.1.printable }.joined(
            separator: "\n")
    }

    /// Why a task that is to be tried again failed.
    private static func retried(_ task: TaskRecord) -> TaskFailure? {
        task.attempts > 0 && task.state != .done ? task.failure : nil
    }

    private static func text(_ task: TaskRecord) -> String {
        var text = "\(task.kind) \(task.state.name)"
        if task.state == .delayed, let due = task.due { text += " until \(Timestamp(due).text)" }
        if task.state == .running { text += ", \(Quantity.percent(task.progress))" }
        if task.isQuarantined, task.state != .quarantined { text += ", alone" }
        if task.attempts > 0 { text += ", \(Quantity.count(task.attempts, "failed attempt"))" }
        if task.losses > 0 { text += ", \(Quantity.count(task.losses, "worker")) lost" }
        if task.crashes > 0 { text += ", \(Quantity.count(task.crashes, "worker")) crashed" }
        if let failure = task.failure, task.state != .done { text += ", \(failure.code)" }
        return text
    }
}
