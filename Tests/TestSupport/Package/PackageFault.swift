/// A package that cannot be read at all.
public struct PackageFault: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
