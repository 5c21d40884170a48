/// A command that makes no sense with the uploads that were found: the caller's fault, not an upload's.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}
