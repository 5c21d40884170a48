/// Media info that no probe can have measured; it is rejected before planning.
package struct MediaInfoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first violation: "the times of its frames are not in ascending order".
    package let reason: String

    package init(
        reason: String
    ) {
        self.reason = reason
    }

    package var description: String { "invalid media info: \(reason)" }
}
