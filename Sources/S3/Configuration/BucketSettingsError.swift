internal import Errors
internal import MediaUnits

/// The error of a file of bucket settings, with all its mistakes.
package struct BucketSettingsError: CodedError, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        case badBucketSettings = "BAD_BUCKET_SETTINGS"
    }

    /// One problem or more, in the order of the file.
    package let problems: [FileProblem]

    package var code: Code { .badBucketSettings }

    /// The first problem, and the number of further ones.
    package var message: String {
        let first = problems.first.map { "\($0.position): \($0.message)" } ?? "no problem is known"
        let others = problems.count - 1
        return others > 0 ? "\(first); \(CountText.text(others, "more problem"))" : first
    }

    /// The remedy for the first problem.
    package var advice: String { problems.first?.advice ?? "check the file" }

    /// The problems, one on each line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
