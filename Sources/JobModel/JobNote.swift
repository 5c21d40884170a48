/// The note of a job: measurements and plan of its workers.
///
/// Workers replace the `note` of a job in the queue while the job runs; the note survives them.
public struct JobNote: Payload {
    /// A finding that is a warning or an error.
    public struct Warning: Codable, Sendable, Hashable {
        /// A code of docs/codes.md.
        public var code: String
        /// `warning` or `error`.
        public var severity: String
        /// A sentence for the person who uploaded the file.
        public var message: String

        public init(code: String, severity: String, message: String) {
            self.code = code
            self.severity = severity
            self.message = message
        }
    }

    /// The package's name.
    public var name: String
    /// The duration of the package, in seconds.
    public var duration: Double
    /// The names of the rungs, the highest first; empty for audio alone.
    public var rungs: [String]
    /// The findings, in the order of the plan.
    public var warnings: [Warning]
    /// The expected CPU time of the whole job, in seconds.
    public var cost: Double
    /// The absolute path of the best poster so far, a file that is not removed while the job runs; `nil` before the first one.
    public var poster: String?

    public init(
        name: String, duration: Double, rungs: [String], warnings: [Warning], cost: Double,
        poster: String? = nil
    ) {
        self.name = name
        self.duration = duration
        self.rungs = rungs
        self.warnings = warnings
        self.cost = cost
        self.poster = poster
    }
}
