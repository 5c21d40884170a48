/// An error of a package that cannot be read.
public struct PackageError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
