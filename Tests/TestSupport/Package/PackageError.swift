/// A package that cannot be read at all.
public struct PackageError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
