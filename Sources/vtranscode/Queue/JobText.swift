import Foundation
import JobQueue
import StatusServer

/// Jobs as people read them.
enum JobText {
    /// A table, the newest job first.
    static func table(_ jobs: [JobRecord]) -> String {
        let header = ["JOB", "STATUS", "PROGRESS", "TENANT", "PRIO", "SUBMITTED", "UPLOAD"]
        let rows = [header] + jobs.map(row)
        let widths = header.indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == header.count - 1 ? cell : cell.padded(toWidth: widths[column])
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func row(_ job: JobRecord) -> [String] {
        let view = JobView(job)
        return [
            job.id.text, status(job), "\(view.progress) %", job.tenant.printable, "\(job.priority)",
            view.created, (view.upload ?? "").printable.keepingEnd(toWidth: 48),
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

    /// A job's end in one line.
    static func end(of job: JobRecord) -> String {
        let upload = JobView(job).upload ?? job.id.text
        guard let failure = job.failure else { return "\(upload): \(job.id) is \(job.state.name)" }
        return "\(upload): \(failure.code): \(failure.message); \(failure.advice)"
    }

    /// Everything about a job and its tasks.
    static func details(_ job: JobRecord, _ tasks: [TaskRecord]) -> String {
        let view = JobView(job)
        var lines = [
            ("job", job.id.text), ("status", status(job)), ("progress", "\(view.progress) %"),
            ("upload", view.upload ?? ""), ("output", view.output ?? ""),
            ("preset", view.preset ?? ""),
            ("tenant", job.tenant), ("priority", "\(job.priority)"), ("submitted", view.created),
        ]
        if let eta = view.eta { lines.append(("left", Quantity.clock(Double(eta)))) }
        if let started = view.started { lines.append(("started", started)) }
        if let finished = view.finished { lines.append(("finished", finished)) }
        if let playlist = view.urls.playlist { lines.append(("playlist", playlist)) }
        if let failure = job.failure {
            lines.append(("failure", "\(failure.code): \(failure.message); \(failure.advice)"))
        }
        if let note = job.note { lines.append(("known", note)) }
        for task in tasks {
            var text = "\(task.kind) \(task.state.name)"
            if task.state == .running { text += ", \(Quantity.percent(task.progress))" }
            if task.attempts > 0 { text += ", \(task.attempts) failed attempts" }
            if task.losses > 0 { text += ", \(task.losses) workers lost" }
            if let failure = task.failure, task.state != .done { text += ", \(failure.code)" }
            lines.append(("task \(task.id)", text))
        }
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { $0.0.padded(toWidth: width) + "  " + $0.1.printable }.joined(
            separator: "\n")
    }
}
