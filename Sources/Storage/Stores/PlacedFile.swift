/// A file of a package that is written to its path there before the package is built.
public struct PlacedFile: Codable, Hashable, Sendable {
    /// The path in the package.
    public let path: String
    /// The size, in bytes.
    public let size: Int64
    /// Hexadecimal.
    public let sha256: String
    /// The identity of the written object; `nil` if the store has none.
    let etag: String?
}
