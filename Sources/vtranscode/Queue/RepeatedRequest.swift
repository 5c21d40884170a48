import JobModel
import JobQueue

/// A request whose key named a job that was there already.
struct RepeatedRequest {
    private let request: JobRequest
    private let asksPriority: Bool
    private let hasOwnKey: Bool

    /// Prepares the comparison.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - asksPriority: Whether the request's priority was asked for; else it is the usual one.
    ///   - hasOwnKey: Whether its key is the client's; else it says that the contents are the same.
    init(_ request: JobRequest, asksPriority: Bool, hasOwnKey: Bool) {
        self.request = request
        self.hasOwnKey = hasOwnKey
        self.asksPriority = asksPriority
    }

    /// Says what was asked for and is otherwise in the job; `nil` if nothing is.
    func whatStays(of job: JobRecord) -> String? {
        let names = differences(from: job)
        guard let last = names.last else { return nil }
        guard names.count > 1 else { return "its \(last) stays as it was" }
        return "its \(names.dropLast().joined(separator: ", ")) and \(last) stay as they were"
    }

    private func differences(from job: JobRecord) -> [String] {
        var names: [String] = []
        if let asked = JobPayload(request.payload), let known = JobPayload(job.payload) {
            if hasOwnKey, asked.upload != known.upload { names.append("upload") }
            if asked.output != known.output { names.append("output folder") }
            if asked.preset.yaml != known.preset.yaml { names.append("preset") }
            if asked.trim != known.trim { names.append("part") }
            if let name = asked.name, name != known.name { names.append("name") }
        }
        if asksPriority, request.priority != job.priority { names.append("priority") }
        if let webhook = request.webhook, webhook != job.webhook { names.append("webhook") }
        return names
    }
}
