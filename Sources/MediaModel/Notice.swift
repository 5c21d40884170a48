/// A fact about an upload that somebody should know: code, what was done, a sentence for who uploaded it.
public struct Notice: Codable, Hashable, Sendable {
    public enum Severity: String, Codable, Sendable { case info, warning, error }
    public let code: String
    public let severity: Severity
    public let message: String

    public init(_ code: String, _ severity: Severity, _ message: String) {
        self.code = code
        self.severity = severity
        self.message = message
    }
}
