package import MediaUnits

/// A limit on submissions by clients of the API.
package enum SubmissionLimitError: Error, Sendable, Hashable {
    /// Too many other submissions wait for the reading of their uploads; another attempt may succeed after a number of seconds.
    case tooManySubmissions(retryAfter: Int)
    /// The upload has more bytes than its preset permits.
    case tooManyBytes(size: ByteCount, limit: ByteCount)
}
