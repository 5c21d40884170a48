internal import Foundation
public import JobQueue

/// A job as clients see it.
public struct JobView: Sendable {
    public struct URLs: Encodable, Sendable {
        public let playlist: String?
        public let poster: String?
        public let manifest: String?

        private enum Key: String, CodingKey { case playlist, poster, manifest }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(playlist, forKey: .playlist)
            try container.encode(poster, forKey: .poster)
            try container.encode(manifest, forKey: .manifest)
        }
    }
    public struct Failure: Encodable, Sendable {
        public let code: String
        public let message: String
        public let advice: String
        /// Whether trying again can help.
        public let retryable: Bool

        public init(_ failure: TaskFailure) {
            code = failure.code
            message = failure.message
            advice = failure.advice
            retryable = !failure.isPermanent
        }
    }

    public let id: String
    public let status: String
    /// 0...100; 100 is complete.
    public let progress: Int
    /// Seconds.
    public let eta: Int?
    public let urls: URLs
    public let error: Failure?
    public let tenant: String
    public let priority: Int
    public let upload: String?
    public let output: String?
    public let name: String?
    public let preset: String?
    /// Its end was asked for and has not come yet: what runs of it is being stopped.
    public let cancelling: Bool
    /// Codes of docs/codes.md.
    public let warnings: [String]
    public let created: String
    public let due: String
    public let started: String?
    public let finished: String?

    /// A job whose files nobody serves.
    public init(_ job: JobRecord) { self.init(job, links: PackageLinks(root: nil, base: nil)) }

    init(_ job: JobRecord, links: PackageLinks) {
        let payload = JobPayload(job)
        let result = JobResult(job.result)
        id = job.id.text
        status = job.state.name
        progress = Self.percent(job)
        eta = job.state == .processing ? job.remaining.map(Self.seconds) : nil
        urls = links.urls(of: result)
        error = job.state == .failed ? job.failure.map(Failure.init) : nil
        tenant = job.tenant
        priority = job.priority
        upload = payload.upload
        output = payload.output
        name = result?.name ?? payload.name
        preset = payload.preset?.name
        cancelling = job.isCancelling
        warnings = result?.warnings ?? []
        created = Self.time(job.created)
        due = Self.time(job.due)
        started = job.started.map(Self.time)
        finished = job.finished.map(Self.time)
    }

    /// Whole percents, and 100 only for what is complete.
    static func percent(_ job: JobRecord) -> Int {
        guard job.state != .completed else { return 100 }
        return Int(max(0, min(99, job.progress * 100)))
    }

    private static func seconds(_ remaining: Double) -> Int {
        Int(max(0, min(1e9, remaining)).rounded(.up))
    }

    /// ISO 8601, in UTC, with milliseconds.
    public static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
