/// A bug in this program or in a library that it links: a state that its code excludes has occurred.
public struct InternalError: CodedError {
    /// The stable code of all bugs.
    public enum Code: String, Sendable, CaseIterable { case internalError = "INTERNAL" }

    /// The remedy for all bugs.
    public static let advice = "this is a bug in vtranscode: report it"

    public var code: Code { .internalError }
    /// The state, as one line: "segments are missing or repeated".
    public let message: String
    public var advice: String { Self.advice }
    public let cause: (any Error)?

    public init(_ message: String, cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause
    }

    public var description: String { message }
}
