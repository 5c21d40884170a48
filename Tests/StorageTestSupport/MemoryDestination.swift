package import Storage
import Synchronization
package import SystemPackage

/// Packages in memory; what is staged is read from the folder that it was built in.
package final class MemoryDestination: PackageDestination {
    private struct Package {
        let identity: String
        let files: [FilePath: [UInt8]]
    }

    private struct State {
        var committed: [String: Package] = [:]
        var staged: [FilePath: Package] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func location(of name: String) -> Location {
        Location(FilePath("memory").appending(FilePath(forMessage: name).components))
    }

    package func names() throws(StorageError) -> [String] {
        state.withLock { $0.committed.keys.sorted() }
    }

    package func isFree(_ name: String) throws(StorageError) -> Bool {
        _ = try FilePath.Component(visible: name, for: "find package")
        return state.withLock { $0.committed[name] == nil }
    }

    package func content(
        of file: FilePath, in name: String, limit: Int64
    ) throws(StorageError) -> [UInt8]? {
        _ = try FilePath.Component(visible: name, for: "find package")
        return Self.content(of: file, in: state.withLock { $0.committed[name] }, limit)
    }

    package func size(of file: FilePath, in name: String) throws(StorageError) -> Int64? {
        _ = try FilePath.Component(visible: name, for: "find package")
        return state.withLock { $0.committed[name]?.files[file] }.map { Int64($0.count) }
    }

    package func content(
        of file: FilePath, in package: StagedPackage, limit: Int64
    ) throws(StorageError) -> [UInt8]? {
        Self.content(of: file, in: state.withLock { $0.staged[package.path] }, limit)
    }

    private static func content(of file: FilePath, in package: Package?, _ limit: Int64) -> [UInt8]?
    {
        guard let bytes = package?.files[file], bytes.count <= limit else { return nil }
        return bytes
    }

    package func draft(
        _ name: String, by writer: PackageWriter, at path: FilePath
    ) throws(StorageError) -> any PackageDraft {
        Draft(destination: self, path: path)
    }

    package func discardDraft(of name: String, job: String) throws(StorageError) {}

    private struct Draft: PackageDraft {
        let destination: MemoryDestination
        let path: FilePath

        func write(_ file: RegularFile, to path: String) {}

        func stop() {}

        func missing(_ placed: [PlacedFile]) -> PlacedFile? { placed.first }

        func stage(
            _ built: FilePath, placed: [PlacedFile]
        ) throws(StorageError) -> StagedPackage {
            try destination.stage(built, at: path)
        }
    }

    private func stage(_ built: FilePath, at path: FilePath) throws(StorageError) -> StagedPackage {
        let files = try StoredFiles.read(from: built)
        try Folder.remove(built)
        return state.withLock { state in
            state.count += 1
            let identity = String(state.count)
            state.staged[path] = Package(identity: identity, files: files)
            return StagedPackage(path: path, identity: identity)
        }
    }

    package func isStaged(_ package: StagedPackage) throws(StorageError) -> Bool {
        state.withLock { $0.staged[package.path]?.identity == package.identity }
    }

    package func commit(
        _ package: StagedPackage, as name: String, replacing: Bool
    ) throws(StorageError) {
        _ = try FilePath.Component(visible: name, for: "publish")
        try state.withLock { state throws(StorageError) in
            if state.committed[name]?.identity == package.identity { return }
            guard let staged = state.staged[package.path] else {
                throw .notFound("publish", package.path)
            }
            guard replacing || state.committed[name] == nil else {
                throw .exists("publish", named: name)
            }
            state.committed[name] = staged
            state.staged[package.path] = nil
        }
    }

    package func rollBack(
        _ package: StagedPackage, from name: String
    ) throws(StorageError) -> RollBackOutcome {
        _ = try FilePath.Component(visible: name, for: "roll back")
        return state.withLock { state in
            if state.staged.removeValue(forKey: package.path) != nil { return .rolledBack }
            return state.committed[name]?.identity == package.identity ? .committed : .rolledBack
        }
    }

    package func write(_ bytes: [UInt8], as name: String) throws(StorageError) {
        state.withLock { state in
            state.count += 1
            state.committed[name] = Package(identity: String(state.count), files: ["": bytes])
        }
    }
}
