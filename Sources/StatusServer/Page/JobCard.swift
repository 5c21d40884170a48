internal import Foundation
internal import JobModel
internal import JobQueue
internal import Storage
internal import SystemPackage

/// A job on the status page.
struct JobCard: Sendable {
    private let job: JobRecord
    private let payload: JobPayload?
    private let note: JobNote?
    private let result: JobResult?
    /// Whether the job has a poster.
    private let hasPoster: Bool
    /// Whether this server links files of a package in a bucket.
    private let hasLinks: Bool
    private let links: PackageLinks
    /// Whether the client may cancel and retry jobs.
    private let mayChange: Bool
    /// The present time, in seconds since 1970.
    private let now: Double

    init(
        _ job: JobRecord, hasPoster: Bool, hasLinks: Bool = false,
        links: PackageLinks = PackageLinks(),
        mayChange: Bool = true, now: Double
    ) {
        self.job = job
        self.now = now
        self.hasPoster = hasPoster
        self.hasLinks = hasLinks
        self.links = links
        self.mayChange = mayChange
        payload = JobPayload(job.payload)
        note = JobNote(job.note)
        result = JobResult(job.result)
    }

    /// The file name of the upload, or the package's name.
    private var title: String {
        upload?.lastComponent?.string ?? result?.name ?? job.id.text
    }

    private var upload: FilePath? { (payload?.upload).flatMap { try? FilePath(checking: $0) } }

    private var details: [String] {
        var details: [String] = []
        if let preset = payload?.preset.name { details.append(preset) }
        if job.tenant != JobRequest.defaultTenant { details.append(job.tenant) }
        if job.priority != 0 { details.append("priority \(job.priority)") }
        return details
    }

    private func line(_ more: [HTML?]) -> HTML {
        let spans = details.map { "<span>\($0)</span>" as HTML }
        return HTML(spans + more.compactMap { $0.map { "<span>\($0)</span>" as HTML } })
    }

    /// Formats the distance of a time, in milliseconds since 1970, from the present.
    private func distance(_ time: Int64) -> HTML {
        let text = DisplayText.duration(abs(now - Double(time) / 1000))
        let absolute = Timestamp(time).text
        return "<time datetime=\"\(absolute)\" title=\"\(absolute)\">\(text)</time>"
    }

    /// The time since the job's end.
    private var ended: HTML? { job.finished.map { "\(distance($0)) ago" } }

    /// The poster, or a placeholder.
    private var poster: HTML {
        hasPoster
            ? "<img class=\"poster\" src=\"/jobs/\(job.id.text)/poster\" alt=\"\" loading=\"lazy\">"
            : "<span class=\"poster none\" aria-hidden=\"true\"></span>"
    }

    private func form(_ action: String, _ label: String) -> HTML {
        guard mayChange else { return "" }
        return """
            <form method="post" action="/api/v1/jobs/\(job.id.text)/\(action)">\
            <button aria-label="\(label) \(title)">\(label)</button></form>
            """
    }

    private var heading: HTML {
        "<h3><a href=\"/api/v1/jobs/\(job.id.text)\" title=\"\(title)\">\(title)</a></h3>"
    }

    private var length: HTML? {
        (result?.duration ?? note?.duration).map { "\(DisplayText.duration($0))" }
    }

    private var largest: HTML? { note?.rungs.first.map { "\($0)" } }

    var running: HTML {
        let percent = JobView.percent(job)
        let left: HTML = job.remaining.map { "\(DisplayText.duration($0)) left" } ?? "estimating"
        return """
            <li class="card" id="job-\(job.id.text)">\(poster)<div class="text">\(heading)\
            <p class="details">\(line([length, largest, job.isCancelRequested ? "cancel requested" : left]))</p>\
            <div class="meter"><progress max="100" value="\(percent)" aria-label="\(title)"></progress>\
            <span class="percent">\(percent) %</span></div></div>\
            \(job.isCancelRequested ? "" : form("cancel", "Cancel"))</li>

            """
    }

    var waiting: HTML {
        """
        <li class="row" id="job-\(job.id.text)"><div class="text">\(heading)\
        <p class="details">\(line([reason]))</p></div>\(form("cancel", "Cancel"))</li>

        """
    }

    /// The waiting time, or the reason why the job is not admitted.
    private var reason: HTML {
        switch job.admission {
        case .ready: "waiting for \(distance(job.created))"
        case .delayed: "starts in \(distance(job.due))"
        case .held: "held by the tenant's limit"
        }
    }

    var failure: HTML {
        let failure = job.failure
        let advice: HTML =
            failure.map { "<p class=\"advice\">\(DisplayText.sentence($0.advice))</p>" } ?? ""
        return """
            <li class="card" id="job-\(job.id.text)"><div class="text">\(heading)\
            <p class="reason">\(DisplayText.sentence(failure?.message ?? "unknown failure"))</p>\(advice)\
            <p class="details"><code>\(failure?.code ?? "UNKNOWN")</code>\
            \(line([ended]))</p></div>\(form("retry", failure?.isPermanent == true ? "Retry anyway" : "Retry"))</li>

            """
    }

    /// A link to a file of the package: at its URL for players, or else, in a bucket, by way of this server.
    private func link(
        _ label: String, _ url: String?, _ file: PackageObject.File, _ name: String
    ) -> HTML? {
        if let url, url.hasPrefix("http") { return "<a href=\"\(url)\">\(label)</a>" }
        guard hasLinks, PackageObject(file, of: job) != nil else { return nil }
        return "<a href=\"/jobs/\(job.id.text)/\(name)\">\(label)</a>"
    }

    var finished: HTML {
        let warnings = result?.warnings ?? []
        let urls = links.urls(of: result)
        let notes: HTML =
            warnings.isEmpty
            ? ""
            : "<p class=\"details warnings\">\(HTML(warnings.map { "<code>\($0)</code>" as HTML }))</p>"
        let details: [HTML?] = [
            length, result.map { "\(DisplayText.bytes($0.bytes))" }, ended,
            link("Manifest", urls.manifest, .manifest, "manifest"),
            link("Download", urls.download, .download, "download"),
        ]
        return """
            <li class="card" id="job-\(job.id.text)">\(poster)<div class="text">\(heading)\
            <p class="details">\(line(details))</p>\(notes)</div></li>

            """
    }
}
