import JobModel
import JobQueue

/// A submission whose idempotency key names an existing job.
struct RepeatedSubmission {
    private let request: JobRequest
    private let hasPriority: Bool
    private let hasClientKey: Bool

    /// Prepares the comparison.
    ///
    /// - Parameters:
    ///   - request: The submitted request.
    ///   - hasPriority: Whether the client has given a priority.
    ///   - hasClientKey: Whether the client has given the key; otherwise an equal key means equal content.
    init(_ request: JobRequest, hasPriority: Bool, hasClientKey: Bool) {
        self.request = request
        self.hasClientKey = hasClientKey
        self.hasPriority = hasPriority
    }

    /// Returns a sentence about the requested values that differ from the job's; `nil` if none differs.
    func ignoredValues(for job: JobRecord) -> String? {
        let names = differences(from: job)
        guard let last = names.last else { return nil }
        guard names.count > 1 else { return "its \(last) was not changed" }
        return "its \(names.dropLast().joined(separator: ", ")) and \(last) were not changed"
    }

    private func differences(from job: JobRecord) -> [String] {
        var names: [String] = []
        if let requested = JobPayload(request.payload), let known = JobPayload(job.payload) {
            if hasClientKey, requested.upload != known.upload { names.append("upload") }
            if requested.output != known.output { names.append("output folder") }
            if requested.preset.yaml != known.preset.yaml { names.append("preset") }
            if requested.trim != known.trim { names.append("trim range") }
            if requested.cuePoints != known.cuePoints { names.append("cue points") }
            if let name = requested.name, name != known.name { names.append("name") }
        }
        if hasPriority, request.priority != job.priority { names.append("priority") }
        if let webhook = request.webhook, webhook != job.webhook { names.append("webhook") }
        return names
    }
}
