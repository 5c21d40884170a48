public import JobModel
public import JobQueue

extension JobEventPayload {
    /// Creates the payload of an event, for a job whose files have no URLs.
    public init(_ event: JobEvent) { self.init(event, links: PackageLinks()) }

    init(_ event: JobEvent, links: PackageLinks) {
        self.init(
            id: event.id, event: event.kind.rawValue, job: event.job.text,
            time: Timestamp(event.time),
            sequence: event.sequence, error: event.failure.map(FailurePayload.init),
            urls: JobResult(event.result).map(links.urls(of:)))
    }

    /// Creates the payload of a job's present progress.
    public init(progressOf job: JobRecord) {
        let view = JobView(job)
        self.init(
            event: Self.progressEvent, job: view.id, time: .now, progress: view.progress,
            eta: view.eta)
    }
}

extension FailurePayload {
    /// Creates the payload of a failure.
    public init(_ failure: TaskFailure) {
        self.init(
            code: failure.code, message: failure.message, advice: failure.advice,
            retryable: !failure.isPermanent)
    }
}
