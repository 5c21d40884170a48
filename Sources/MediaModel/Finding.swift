/// A finding about an upload or its plan: a stable code, a severity, and one sentence for the uploader.
///
/// Encoded as an element of `notices` in JSON.
public struct Finding: Codable, Hashable, Sendable {
    public enum Severity: String, Codable, Sendable { case info, warning, error }
    public let code: Code
    public let severity: Severity
    public let message: String

    public init(_ code: Code, _ severity: Severity, _ message: String) {
        self.code = code
        self.severity = severity
        self.message = message
    }
}
