import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A folder below which somebody may name paths who is not to get beyond it: no link below it is followed.
///
/// Each name on the way is opened in the folder before it. So nobody gets a link in between a check and the use.
public struct RootFolder: Hashable, Sendable {
    /// Absolute; itself perhaps a link, which is followed.
    public let path: String

    public init(_ path: String) { self.path = path }

    /// Makes a folder and those above it, where they are not there.
    ///
    /// - Throws: `.outside` for a path that leads out of this folder, or would through a link.
    public func create(_ path: String) throws(StorageError) {
        _ = try folder(path, isMade: true)
    }

    /// Makes sure that a folder is there, and no link leads to it.
    ///
    /// - Throws: `.outside` as `create` does; `ENOENT` if there is none.
    public func check(_ path: String) throws(StorageError) { _ = try folder(path) }

    /// Opens a folder to find names in it.
    func folder(_ path: String, isMade: Bool = false) throws(StorageError) -> Descriptor {
        let names = try names(of: path)
        let number = try call("open", self.path) {
            unsafe vt_open_to_search(AT_FDCWD, self.path, true)
        }
        var folder = Descriptor(owning: number, path: self.path)
        for name in names { folder = try Self.folder(EntryName(name), of: folder, isMade: isMade) }
        return folder
    }

    private static func folder(
        _ name: EntryName, of parent: borrowing Descriptor, isMade: Bool
    ) throws(StorageError) -> Descriptor {
        let path = parent.path + "/" + name.shown
        let parentNumber = parent.number
        if isMade, unsafe mkdirat(parentNumber, name.bytes, 0o777) != 0, errno != EEXIST {
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

    /// The names from this folder on.
    private func names(of path: String) throws(StorageError) -> [String] {
        let (own, names) = (PathText.names(self.path), PathText.names(path))
        guard names.starts(with: own), !names.contains("..") else {
            throw StorageError("open", path, EXDEV, kind: .outside)
        }
        return Array(names.dropFirst(own.count))
    }
}
