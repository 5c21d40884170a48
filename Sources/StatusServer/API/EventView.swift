internal import Foundation
public import JobQueue

/// An event of a job, or how far it is, as clients see it; what it does not say is left out.
public struct EventView: Encodable, Sendable {
    /// An event's kind, or `progress`.
    public let event: String
    public let job: String
    public let time: String
    /// Grows with each event of a queue; `nil` for progress, of which only the newest counts.
    public let sequence: Int64?
    /// 0...100.
    public let progress: Int?
    /// Seconds.
    public let eta: Int?
    public let error: JobView.Failure?
    public let urls: JobView.URLs?

    /// One of a job whose files nobody serves.
    public init(_ event: JobEvent) { self.init(event, links: PackageLinks(root: nil, base: nil)) }

    init(_ event: JobEvent, links: PackageLinks) {
        self.event = event.kind.rawValue
        job = event.job.text
        time = JobView.time(event.time)
        sequence = event.sequence
        error = event.failure.map(JobView.Failure.init)
        urls = JobResult(event.result).map(links.urls(of:))
        (progress, eta) = (nil, nil)
    }

    /// How far a job is now.
    public init(progressOf job: JobRecord) {
        let view = JobView(job)
        event = "progress"
        self.job = view.id
        time = JobView.time(Int64(Date().timeIntervalSince1970 * 1000))
        (progress, eta) = (view.progress, view.eta)
        (sequence, error, urls) = (nil, nil, nil)
    }

    /// One line.
    public var json: String { get throws { try JSONText.of(self) } }
}
