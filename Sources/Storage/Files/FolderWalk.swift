public import SystemPackage

/// Lists the files of a folder and those below it.
///
/// Links are never followed, not even one that replaces a folder during the walk.
public struct FolderWalk: Sendable {
    public let root: FilePath

    /// The number of levels below the root that are walked.
    public let maximumDepth: Int

    /// Creates a walk; 32 levels are chosen because each holds a descriptor, and folders of uploads have a few levels.
    public init(_ root: FilePath, maximumDepth: Int = 32) {
        self.root = root
        self.maximumDepth = maximumDepth
    }

    /// Walks the folder.
    ///
    /// - Throws: If the root cannot be read; errors below the root are in the listing.
    public func listing() throws(StorageError) -> FolderListing {
        var listing = FolderListing()
        let folder = try Descriptor.folder(root)
        list(try folder.entries(), of: folder, below: "", depth: 0, into: &listing)
        return listing
    }

    private func list(
        _ names: [FilePath.Component],
        of folder: borrowing Descriptor,
        below prefix: FilePath,
        depth: Int,
        into listing: inout FolderListing
    ) {
        for name in names {
            let path = prefix.appending(name)
            do throws(StorageError) {
                let kind = try self.kind(of: name, in: folder)
                switch kind {
                case .file:
                    listing.files.append(path)
                case .folder where depth >= maximumDepth:
                    listing.skipped.append(SkippedEntry(path: path, reason: .tooDeep))
                case .folder:
                    let child = try folder.folder(name)
                    let names = try child.entries()
                    list(names, of: child, below: path, depth: depth + 1, into: &listing)
                case .skipped(let reason):
                    listing.skipped.append(SkippedEntry(path: path, reason: reason))
                }
            } catch {
                let reason = SkippedEntry.Reason.unreadable(error.errno)
                listing.skipped.append(SkippedEntry(path: path, reason: reason))
            }
        }
    }

    private enum Kind {
        case file
        case folder
        case skipped(SkippedEntry.Reason)
    }

    private func kind(
        of name: FilePath.Component,
        in folder: borrowing Descriptor
    ) throws(StorageError) -> Kind {
        if name.isHidden { return .skipped(.hidden) }
        if String(validating: name) == nil { return .skipped(.nameNotUTF8) }
        switch try folder.status(of: name).kind {
        case .file: return .file
        case .folder: return .folder
        case .link: return .skipped(.link)
        case .fifo: return .skipped(.fifo)
        case .socket: return .skipped(.socket)
        case .device: return .skipped(.device)
        }
    }
}
