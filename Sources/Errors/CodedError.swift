/// An error that leaves a library product or reaches a user: a stable code, the condition, the remedy, and the error that led to it.
///
/// Libraries describe the condition and name no options of the command and no fields of the API: the command and the API have
/// their own remedy for each condition that needs one.
public protocol CodedError: CausedError, CustomStringConvertible {
    associatedtype Code: RawRepresentable<String>, Hashable, Sendable

    /// The stable code, in upper case, documented in docs/codes.md.
    var code: Code { get }
    /// The condition, as a sentence for a person.
    var message: String { get }
    /// The remedy, as a sentence for a person.
    var advice: String { get }
}

extension CodedError {
    /// No error led to this one, unless a type stores it.
    public var cause: (any Error)? { nil }

    /// The error as one line: `INTERNAL: segments are missing; this is a bug in vtranscode: report it`.
    public var description: String { line }

    /// The code, the message and the advice, as one line.
    public var line: String { "\(code.rawValue): \(message); \(advice)" }
}
