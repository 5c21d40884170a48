/// Media info that no probe can have measured, and that planning must not be given.
package struct MediaInfoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first violation: "the times of its frames do not ascend".
    package let reason: String

    package init(
        reason: String
    ) {
        self.reason = reason
    }

    package var description: String { "invalid media info: \(reason)" }
}
