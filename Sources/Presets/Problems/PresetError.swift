/// A preset that cannot be used, with everything that is wrong with it.
public struct PresetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, in the order of the file.
    public let problems: [Problem]

    public init(_ problems: [Problem]) { self.problems = problems }

    /// One line for each problem.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
