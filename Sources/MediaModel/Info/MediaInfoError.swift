/// Media info that no probe can have measured; it is rejected before planning.
package struct MediaInfoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first violation: "the times of its frames are not in ascending order".
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { "invalid media info: \(message)" }
}
