/// The error of a preset that cannot be used, with all its problems.
public struct PresetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One problem or more, in the order of the file.
    public let problems: [Problem]

    public init(_ problems: [Problem]) { self.problems = problems }

    /// The problems, one on each line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
