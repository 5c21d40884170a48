public import JobModel
public import Storage

/// The jobs that are submitted for watched uploads.
public struct WatchRequest: Sendable {
    let output: Location
    let preset: PresetText
    /// The terms of all jobs; the idempotency key is derived from each upload.
    let terms: SubmissionTerms

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - output: The location to publish packages at.
    ///   - preset: The preset of all jobs.
    ///   - terms: The terms of all jobs, without an idempotency key.
    public init(output: Location, preset: PresetText, terms: SubmissionTerms) {
        self.output = output
        self.preset = preset
        self.terms = terms
    }

    /// Returns the payload of the job of an upload.
    func payload(of upload: Location) -> JobPayload {
        JobPayload(upload: upload.text, output: output.text, preset: preset)
    }
}
