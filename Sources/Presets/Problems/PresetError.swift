public import Errors
internal import MediaUnits

/// The error of a preset that cannot be used, with all its problems.
public struct PresetError: CodedError, Hashable {
    public enum Code: String, Sendable, CaseIterable { case badPreset = "BAD_PRESET" }

    /// One problem or more, in the order of the file.
    public let problems: [Problem]

    public init(_ problems: [Problem]) { self.problems = problems }

    public var code: Code { .badPreset }

    /// The first problem, and the number of further ones.
    public var message: String {
        let first = problems.first.map { "\($0.position): \($0.message)" } ?? "no problem is known"
        let others = problems.count - 1
        return others > 0 ? "\(first); \(CountText.text(others, "more problem"))" : first
    }

    /// The remedy for the first problem.
    public var advice: String { problems.first?.advice ?? "validate the preset" }

    /// The problems, one on each line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
