/// Whether another attempt can succeed.
public enum Retryability: String, Codable, Hashable, Sendable {
    /// Never: the upload, the preset or the request must change first.
    case never
    /// Perhaps, so a few attempts are worthwhile: an error that looks like the upload's may be the host's.
    case limited
    /// Later or on another host: the upload and the request are not the cause.
    case transient
}
