package import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension FilePath {
    /// Creates a path from text of users, clients or stored records.
    ///
    /// No path has a zero byte: `FilePath.init(_:)` would ignore the byte and the text behind it. Slashes at the end are
    /// removed; `.` and `..` stay.
    ///
    /// - Throws: `EINVAL`, kind `.notAPath`, for an empty text or one with a zero byte.
    package init(checking text: String) throws(StorageError) {
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw StorageError("check path", named: text, EINVAL, kind: .notAPath)
        }
        self.init(text)
    }

    /// Creates a path for a message about text that need not be a path; zero bytes become U+FFFD.
    package init(forMessage text: String) {
        let scalars = text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
        self.init(String(String.UnicodeScalarView(scalars)))
    }

    /// The folder of the path: `.` for a name alone, `/` for the root.
    package var parent: FilePath {
        let parent = removingLastComponent()
        return parent.isEmpty ? "." : parent
    }

    /// The components without `.`, which names no other folder.
    package var names: [Component] { components.filter { $0.kind != .currentDirectory } }
}

extension FilePath.Component {
    /// Creates the name of an entry of a folder; `nil` for text that is none: it is empty, or has a slash or a zero byte.
    package init?(checking text: String) {
        guard !text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) else { return nil }
        self.init(text)
    }

    /// Whether the name begins with a dot, as `.` and `..` do.
    package var isHidden: Bool { string.utf8.first == UInt8(ascii: ".") }

    /// The part after the last dot; `nil` for `name`, `.hidden` and `name.`.
    package var suffix: String? { `extension`.flatMap { $0.isEmpty ? nil : $0 } }

    /// The name without the suffix and the dot before it: that of `name.` is the whole name.
    package var base: String { suffix == nil ? string : stem }
}
