import Synchronization
public import SystemPackage

/// The number of names that files have below a folder, with hidden ones.
///
/// A file that has more names has some outside of the folder.
public final class NameCount: Sendable {
    private struct File: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private struct State {
        var counts: [File: Int] = [:]
        var walks = 0
    }

    private let root: FilePath
    private let state = Mutex(State())

    /// Limits the walks while other processes add names; chosen so that the folder is not walked for each of thousands of files.
    private static let maximumWalks = 3
    private static let maximumDepth = 32

    /// Creates a count of a folder, which is walked when a number is needed.
    public init(below root: FilePath) { self.root = root }

    /// Returns whether all names of an open file are below the folder.
    ///
    /// - Throws: If the folder cannot be read.
    public func hasAllNames(of file: RegularFile) throws(StorageError) -> Bool {
        guard file.linkCount > 1 else { return true }
        let key = File(device: file.device, inode: file.inode)
        return try state.withLock { state throws(StorageError) in
            if state.counts[key, default: 0] >= file.linkCount { return true }
            guard state.walks < Self.maximumWalks else { return false }
            state.walks += 1
            state.counts = [:]
            try Self.count(try Descriptor.folder(root), depth: 0, in: &state.counts)
            return state.counts[key, default: 0] >= file.linkCount
        }
    }

    private static func count(
        _ folder: borrowing Descriptor, depth: Int, in counts: inout [File: Int]
    ) throws(StorageError) {
        for name in try folder.entries() {
            do throws(StorageError) {
                let status = try folder.status(of: name)
                switch status.kind {
                case .file where status.linkCount > 1:
                    counts[File(device: status.device, inode: status.inode), default: 0] += 1
                case .folder where depth < maximumDepth:
                    try count(try folder.folder(name), depth: depth + 1, in: &counts)
                default: break
                }
            } catch {
                // Other processes remove their files.
                if !error.isNotFound { throw error }
            }
        }
    }
}
