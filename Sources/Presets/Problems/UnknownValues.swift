/// The paths of unknown values: invalid ones, missing ones, and those of a file that could not be read.
///
/// Every value inside a mapping or list at such a path is unknown, too.
struct UnknownValues {
    private var paths: Set<String> = []

    mutating func insert(_ path: String) { paths.insert(path) }

    /// Returns whether the value at a path ("ladder[2].crf") is unknown, or a mapping or list around it.
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
