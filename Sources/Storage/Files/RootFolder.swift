import CPlatform
public import SystemPackage

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
    public let path: FilePath

    public init(_ path: FilePath) { self.path = path }

    /// Creates a folder and those above it, unless they exist.
    ///
    /// - Throws: `.outside` for a path that is not below this folder, or has a link on the way.
    public func create(_ path: FilePath) throws(StorageError) {
        _ = try folder(path, isCreated: true)
    }

    /// Checks that a folder exists, without a link on the way.
    ///
    /// - Throws: `.outside` as `create` does; `ENOENT` if the folder does not exist.
    public func check(_ path: FilePath) throws(StorageError) { _ = try folder(path) }

    /// Opens a folder to find entries in it.
    func folder(_ path: FilePath, isCreated: Bool = false) throws(StorageError) -> Descriptor {
        let names = try names(of: path)
        let number = try call("open", at: self.path) {
            unsafe vt_open_to_search(AT_FDCWD, $0, true)
        }
        var folder = Descriptor(owning: number, path: self.path)
        for name in names {
            folder = try Self.folder(name, of: folder, isCreated: isCreated)
        }
        return folder
    }

    private static func folder(
        _ name: FilePath.Component, of parent: borrowing Descriptor, isCreated: Bool
    ) throws(StorageError) -> Descriptor {
        if isCreated {
            do {
                try parent.callOnEntry("mkdir", name) { unsafe mkdirat($0, $1, 0o777) }
            } catch {
                guard error.errno == EEXIST else { throw error }
            }
        }
        do {
            let number = try parent.callOnEntry("open", name) {
                unsafe vt_open_to_search($0, $1, false)
            }
            return Descriptor(owning: number, path: parent.path.appending(name))
        } catch {
            let isLink = try parent.status(of: name).kind == .link
            throw isLink ? error.with(.outside) : error
        }
    }

    /// The components of a path below this folder.
    private func names(of path: FilePath) throws(StorageError) -> [FilePath.Component] {
        let (own, names) = (self.path.names, path.names)
        guard names.starts(with: own), !names.contains(where: { $0.kind == .parentDirectory })
        else {
            throw StorageError("open", path, EXDEV, kind: .outside)
        }
        return Array(names.dropFirst(own.count))
    }
}
