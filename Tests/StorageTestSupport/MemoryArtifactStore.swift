import Foundation
package import Storage
import Synchronization
package import SystemPackage

/// Artifacts in memory, copied to a folder when they are opened, as those of a remote store would be.
package final class MemoryArtifactStore: ArtifactStore {
    private let artifacts = Mutex<[String: [FilePath: [UInt8]]]>([:])
    private let folder: FilePath

    /// Creates a store.
    ///
    /// - Parameter folder: The folder for drafts and copies.
    package init(folder: FilePath) { self.folder = folder }

    package func find(_ key: String) throws(StorageError) -> FoundArtifact? {
        try open(key).map { .folder($0) }
    }

    package func open(_ key: String) throws(StorageError) -> OpenFolder? {
        _ = try FilePath.Component(visible: key, for: "find artifact")
        guard let files = artifacts.withLock({ $0[key] }) else { return nil }
        let copy = newFolder()
        try StoredFiles.write(files, to: copy)
        return try OpenFolder(copy)
    }

    package func folder(containing keys: [String]) throws(StorageError) -> OpenFolder {
        let copy = newFolder()
        try Folder.create(copy)
        for key in keys {
            let name = try FilePath.Component(visible: key, for: "find artifact")
            guard let files = artifacts.withLock({ $0[key] }) else {
                throw .notFound("open artifact", named: key)
            }
            try StoredFiles.write(files, to: copy.appending(name))
        }
        return try OpenFolder(copy)
    }

    package func draft(for key: String) throws(StorageError) -> OpenFolder {
        _ = try FilePath.Component(visible: key, for: "store artifact")
        let draft = newFolder()
        try Folder.create(draft)
        return try OpenFolder(draft)
    }

    package func commit(
        _ draft: OpenFolder, as key: String, placing paths: [String: String]
    ) throws(StorageError) -> [String: PlacedFile]? {
        _ = try FilePath.Component(visible: key, for: "store artifact")
        let files = try StoredFiles.read(from: draft.path)
        let isCommitted = artifacts.withLock { artifacts in
            guard artifacts[key] == nil else { return false }
            artifacts[key] = files
            return true
        }
        if isCommitted { discard(draft) }
        return isCommitted ? [:] : nil
    }

    package func discard(_ draft: OpenFolder) { try? Folder.remove(draft.path) }

    package func remove(_ key: String) throws(StorageError) {
        _ = try FilePath.Component(visible: key, for: "remove artifact")
        artifacts.withLock { $0[key] = nil }
    }

    private func newFolder() -> FilePath { folder.appending(UUID().uuidString) }
}

extension ArtifactStore {
    /// Stores an artifact none of whose files is published.
    package func make(
        _ key: String, isValid: (FoundArtifact) throws -> Bool = { _ in true },
        writing write: (OpenFolder) throws -> Void
    ) throws {
        try store(key, isValid: isValid) { draft in
            try write(draft)
            return [:]
        }
    }

    /// Commits an artifact none of whose files is published; false if an artifact has the key already.
    package func commit(_ draft: OpenFolder, as key: String) throws(StorageError) -> Bool {
        try commit(draft, as: key, placing: [:]) != nil
    }
}
