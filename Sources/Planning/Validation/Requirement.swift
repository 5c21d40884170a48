internal import MediaModel

/// Throws `InvalidMediaInfo` with a reason unless a condition holds.
func require(
    _ condition: Bool, _ reason: @autoclosure () -> String
) throws(InvalidMediaInfo) {
    if !condition { throw InvalidMediaInfo(reason: reason()) }
}
