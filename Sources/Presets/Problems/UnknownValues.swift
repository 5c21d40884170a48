/// The paths of values that a preset file does not give: wrong ones, missing ones, and those of a
/// file that could not be read.
///
/// Whatever is in a map or list at such a path is unknown, too.
struct UnknownValues {
    private var paths: Set<String> = []

    mutating func insert(_ path: String) { paths.insert(path) }

    /// Whether the value at a path ("ladder[2].crf") is unknown, or a map or list that it is in.
    func contains(_ path: String) -> Bool {
        guard !paths.isEmpty else { return false }
        var path = path[...]
        while !paths.contains(String(path)) {
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return false }
            path = path[..<end]
        }
        return true
    }
}
