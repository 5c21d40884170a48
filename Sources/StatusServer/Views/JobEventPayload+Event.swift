public import JobModel
public import JobQueue

extension JobEventPayload {
    /// One of a job whose files nobody serves.
    public init(_ event: JobEvent) { self.init(event, links: PackageLinks(root: nil, base: nil)) }

    init(_ event: JobEvent, links: PackageLinks) {
        self.init(
            event: event.kind.rawValue, job: event.job.text, time: Timestamp(event.time),
            sequence: event.sequence, error: event.failure.map(FailurePayload.init),
            urls: JobResult(event.result).map(links.urls(of:)))
    }

    /// How far a job is now.
    public init(progressOf job: JobRecord) {
        let view = JobView(job)
        self.init(
            event: Self.progressEvent, job: view.id, time: .now, progress: view.progress,
            eta: view.eta)
    }
}

extension FailurePayload {
    /// A failure as clients see it.
    public init(_ failure: TaskFailure) {
        self.init(
            code: failure.code, message: failure.message, advice: failure.advice,
            retryable: !failure.isPermanent)
    }
}
