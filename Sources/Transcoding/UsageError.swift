/// An option that cannot be combined with the uploads that were found.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}
