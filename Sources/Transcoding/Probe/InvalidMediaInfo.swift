/// Media info that no probe can have measured, and that planning must not be given.
struct InvalidMediaInfo: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first violation: "the times of its frames do not ascend".
    let reason: String

    var description: String { "invalid media info: \(reason)" }
}

/// Throws `InvalidMediaInfo` with a reason unless a condition holds.
func require(
    _ condition: Bool, _ reason: @autoclosure () -> String
) throws(InvalidMediaInfo) {
    if !condition { throw InvalidMediaInfo(reason: reason()) }
}
