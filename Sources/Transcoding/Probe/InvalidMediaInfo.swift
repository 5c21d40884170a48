/// Media info that no probe can have measured: a process that answers with it is not to be believed.
struct InvalidMediaInfo: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong: "the times of its frames do not ascend".
    let reason: String

    var description: String { "invalid media info: \(reason)" }
}

/// Throws, with a reason, unless a condition holds.
func require(
    _ condition: Bool, _ reason: @autoclosure () -> String
) throws(InvalidMediaInfo) {
    if !condition { throw InvalidMediaInfo(reason: reason()) }
}
