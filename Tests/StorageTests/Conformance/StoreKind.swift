@testable import Storage
import StorageTestSupport
import SystemPackage

/// The implementations of stores that the conformance suites run over.
///
/// A new store is one case more.
enum StoreKind: CaseIterable, Sendable {
    case local, memory

    /// The implementations of `UploadSource`.
    enum Uploads: CaseIterable, Sendable {
        case local, memory, remote
    }

    func destination(in folder: TemporaryFolder) throws -> any PackageDestination {
        try Folder.create(folder("out"))
        return switch self {
        case .local: LocalDestination(folder("out"))
        case .memory: MemoryDestination()
        }
    }

    func artifactStore(in folder: TemporaryFolder) throws -> any ArtifactStore {
        switch self {
        case .local: try LocalArtifactStore(folder("artifacts"))
        case .memory: MemoryArtifactStore(folder: folder("memory"))
        }
    }
}

extension StoreKind.Uploads {
    func source(in folder: TemporaryFolder) throws -> TestUploads {
        try Folder.create(folder("uploads"))
        switch self {
        case .local:
            return TestUploads(source: LocalUploadSource(), folder: folder("uploads")) {
                try DraftFile.write($0, to: $1)
            }
        case .memory:
            let source = MemoryUploadSource(folder: folder("uploads"))
            return TestUploads(source: source, folder: "uploads") { source.write($0, to: $1) }
        case .remote:
            let source = MemoryObjectStore(cache: RemoteCache(in: folder("uploads")))
            return TestUploads(source: source, folder: "uploads") { source.write($0, to: $1) }
        }
    }
}

/// A source with a means to write its uploads.
struct TestUploads: Sendable {
    let source: any UploadSource
    /// The folder of the uploads in the source.
    let folder: FilePath
    /// Writes an upload in place.
    let write: @Sendable (_ bytes: [UInt8], _ path: FilePath) throws -> Void

    func path(_ name: String) -> FilePath { folder.appending(name) }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), path(name)) }
}
