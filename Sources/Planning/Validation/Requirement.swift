internal import MediaModel

/// Throws `MediaInfoError` with a reason unless a condition holds.
func require(
    _ condition: Bool, _ reason: @autoclosure () -> String
) throws(MediaInfoError) {
    if !condition { throw MediaInfoError(reason()) }
}
