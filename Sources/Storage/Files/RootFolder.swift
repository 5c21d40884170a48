import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A folder that clients may name paths below, and not beyond: no link below it is followed.
///
/// Each component is opened in the folder of the one before it, so that no link can be inserted between check and use.
public struct RootFolder: Hashable, Sendable {
    /// The absolute path of the folder, which may be a link that is followed.
    public let path: String

    public init(_ path: String) { self.path = path }

    /// Creates a folder and those above it, unless they exist.
    ///
    /// - Throws: `.outside` for a path that is not below this folder, or has a link on the way.
    public func create(_ path: String) throws(StorageError) {
        _ = try folder(path, isCreated: true)
    }

    /// Checks that a folder exists, without a link on the way.
    ///
    /// - Throws: `.outside` as `create` does; `ENOENT` if the folder does not exist.
    public func check(_ path: String) throws(StorageError) { _ = try folder(path) }

    /// Opens a folder to find entries in it.
    func folder(_ path: String, isCreated: Bool = false) throws(StorageError) -> Descriptor {
        let names = try names(of: path)
        let number = try call("open", self.path) {
            unsafe vt_open_to_search(AT_FDCWD, self.path, true)
        }
        var folder = Descriptor(owning: number, path: self.path)
        for name in names {
            folder = try Self.folder(EntryName(name), of: folder, isCreated: isCreated)
        }
        return folder
    }

    private static func folder(
        _ name: EntryName, of parent: borrowing Descriptor, isCreated: Bool
    ) throws(StorageError) -> Descriptor {
        let path = parent.path + "/" + name.shown
        let parentNumber = parent.number
        if isCreated, unsafe mkdirat(parentNumber, name.bytes, 0o777) != 0, errno != EEXIST {
            throw StorageError("mkdir", path, errno)
        }
        do {
            let number = try call("open", path) {
                unsafe vt_open_to_search(parentNumber, name.bytes, false)
            }
            return Descriptor(owning: number, path: path)
        } catch {
            let isLink = try parent.status(of: name).kind == .link
            throw isLink ? error.with(.outside) : error
        }
    }

    /// The components of a path below this folder.
    private func names(of path: String) throws(StorageError) -> [String] {
        let (own, names) = (PathText.names(self.path), PathText.names(path))
        guard names.starts(with: own), !names.contains("..") else {
            throw StorageError("open", path, EXDEV, kind: .outside)
        }
        return Array(names.dropFirst(own.count))
    }
}
