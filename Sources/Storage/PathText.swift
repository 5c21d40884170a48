/// Parts of a path, as text.
///
/// Slashes are looked for as scalars, as the kernel does: to Swift a slash and a combining mark behind it are one character, and
/// no slash. Foundation's own functions trap on a path of one character (swift-corelibs-foundation 6.3).
public enum PathText {
    /// All names from the beginning on, without those that stay where they are: empty ones and `.`.
    public static func names(_ path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
    }

    /// Whether it leads from the root on.
    public static func isAbsolute(_ path: String) -> Bool { path.unicodeScalars.first == "/" }

    /// What stands before the last slash; empty for a bare name, `/` for what lies in the root.
    public static func parent(_ path: String) -> String {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
    }

    /// What stands behind the last slash.
    public static func name(_ path: String) -> String {
        let scalars = path.unicodeScalars
        return scalars.lastIndex(of: "/").map { String(scalars[scalars.index(after: $0)...]) }
            ?? path
    }

    /// What stands behind the last dot of the name, without it; empty for `name`, `.hidden` and `name.`.
    public static func pathExtension(_ path: String) -> String {
        let name = name(path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// The name up to that dot.
    public static func stem(_ path: String) -> String {
        let suffix = pathExtension(path)
        let name = name(path)
        return suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    }
}
