/// A bug in this program or in a library that it links: a state that its code excludes has occurred.
public struct InternalError: CausedError, CustomStringConvertible {
    /// The stable code of all bugs, documented in docs/codes.md.
    public static let code = "INTERNAL"

    /// The remedy.
    public static let advice = "this is a bug in vtranscode: report it"

    /// The state, as one line: "segments are missing or repeated".
    public let message: String
    public let cause: (any Error)?

    public init(_ message: String, cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause
    }

    public var description: String { message }
}
