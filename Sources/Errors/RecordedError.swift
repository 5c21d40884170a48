/// The text of an error and of its causes, as values that can be compared and sent to another process.
package struct RecordedError: CausedError, Codable, Hashable, CustomStringConvertible {
    /// The error's own text, then that of each cause; never empty.
    private let descriptions: [String]

    /// Records an error and the chain of its causes.
    package init(_ error: any Error) {
        let causes = (error as? any CausedError)?.causes() ?? []
        descriptions = ([error] + causes).map { String(describing: $0) }
    }

    private init?(descriptions: [String]) {
        guard !descriptions.isEmpty else { return nil }
        self.descriptions = descriptions
    }

    package var description: String { descriptions.first ?? "" }
    package var cause: (any Error)? { RecordedError(descriptions: Array(descriptions.dropFirst())) }

    /// A copy with at most `count` texts, each changed by `transform`: for records of a process that cannot be trusted.
    package func limited(to count: Int, _ transform: (String) -> String) -> RecordedError? {
        RecordedError(descriptions: descriptions.prefix(count).map(transform))
    }
}
