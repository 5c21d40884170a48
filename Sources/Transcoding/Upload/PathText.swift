/// Parts of a path, as text; Foundation's own trap on a path of one character (swift-corelibs-foundation 6.3).
enum PathText {
    /// What stands before the last slash; empty for a bare name, `/` for what lies in the root.
    static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What stands behind the last slash.
    static func name(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// What stands behind the last dot of the name, without it; empty for `name`, `.hidden` and `name.`.
    static func pathExtension(_ path: String) -> String {
        let name = name(path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// The name up to that dot.
    static func stem(_ path: String) -> String {
        let suffix = pathExtension(path)
        let name = name(path)
        return suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    }
}
