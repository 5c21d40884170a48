/// Parts of a path, as text.
///
/// Slashes are found as scalars, as by the kernel: in Swift, a slash with a combining mark after it is one character, which is
/// not equal to a slash. Foundation's functions trap on a path of one character (swift-corelibs-foundation 6.3).
public enum PathText {
    /// Returns all components, without empty ones and `.`.
    public static func names(_ path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
    }

    /// Returns whether the path begins at the root.
    public static func isAbsolute(_ path: String) -> Bool { path.unicodeScalars.first == "/" }

    /// Returns the part before the last slash; empty for a name alone, `/` for an entry of the root.
    public static func parent(_ path: String) -> String {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
    }

    /// Returns the part after the last slash.
    public static func name(_ path: String) -> String {
        let scalars = path.unicodeScalars
        return scalars.lastIndex(of: "/").map { String(scalars[scalars.index(after: $0)...]) }
            ?? path
    }

    /// Returns the part after the last dot of the name; empty for `name`, `.hidden` and `name.`.
    public static func pathExtension(_ path: String) -> String {
        let name = name(path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// Returns the name without the extension and its dot.
    public static func stem(_ path: String) -> String {
        let suffix = pathExtension(path)
        let name = name(path)
        return suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    }
}
