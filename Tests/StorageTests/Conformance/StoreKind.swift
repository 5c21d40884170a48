@testable import S3
@testable import Storage
import StorageTestSupport
import SystemPackage
import TestSupport
import Transport

/// The implementations of stores that the conformance suites run over.
///
/// A new store is one case more. Those on the server are left out if there is none; S3Tests then fail in CI.
enum StoreKind: CaseIterable, Sendable {
    case local, memory, bucket, server

    static let allCases: [StoreKind] = withServer([.local, .memory, .bucket], .server)

    /// The implementations of `ArtifactStore`.
    enum Artifacts: CaseIterable, Sendable {
        case local, memory, bucket, server

        static let allCases: [Artifacts] = withServer([.local, .memory, .bucket], .server)

        func store(in folder: TemporaryFolder) throws -> any ArtifactStore {
            switch self {
            case .local: try LocalArtifactStore(folder("artifacts"))
            case .memory: MemoryArtifactStore(folder: folder("memory"))
            case .bucket: try MemoryBucket().artifacts(in: folder("artifacts"))
            case .server: try ServerBucket().artifacts(in: folder("artifacts"))
            }
        }
    }

    /// The implementations of `UploadSource`.
    enum Uploads: CaseIterable, Sendable {
        case local, memory, remote, bucket, server

        static let allCases: [Uploads] = withServer(
            [.local, .memory, .remote, .bucket], .server)
    }

    fileprivate static func withServer<Kind>(_ kinds: [Kind], _ server: Kind) -> [Kind] {
        ObjectServer.url == nil ? kinds : kinds + [server]
    }

    func destination(in folder: TemporaryFolder) throws -> any PackageDestination {
        try Folder.create(folder("out"))
        return switch self {
        case .local: LocalDestination(folder("out"))
        case .memory: MemoryDestination()
        case .bucket: try MemoryBucket().destination()
        case .server: try ServerBucket().destination()
        }
    }

    /// Whether packages have no name until they are committed, and may be replaced; a bucket reserves the name before.
    var namesPackagesLate: Bool { [.local, .memory].contains(self) }
}

extension StoreKind.Uploads {
    func source(in folder: TemporaryFolder) throws -> TestUploads {
        try Folder.create(folder("uploads"))
        switch self {
        case .local:
            let uploads = folder("uploads")
            return TestUploads(source: LocalUploadSource(), folder: Location(uploads)) {
                try DraftFile.write($0, to: uploads.appending($1))
            }
        case .memory:
            let source = MemoryUploadSource(folder: folder("uploads"))
            return TestUploads(source: source, folder: Location("uploads")) {
                source.write($0, to: FilePath("uploads").appending($1))
            }
        case .remote:
            let source = MemoryObjectStore(cache: RemoteCache(in: folder("uploads")))
            return TestUploads(source: source, folder: Location("uploads")) {
                source.write($0, to: FilePath("uploads").appending($1))
            }
        case .bucket:
            let bucket = try MemoryBucket()
            let location = try Location(checking: "s3://\(MemoryBucket.name)/new")
            let source = try StorageRegistry(remote: bucket.stores(cache: folder("cache")))
                .uploadSource(of: location)
            return TestUploads(source: source, folder: location) { bucket.put($0, "new/\($1)") }
        case .server:
            let bucket = try ServerBucket()
            let client = try bucket.client()
            let location = try Location(checking: "s3://\(bucket.name)/new")
            let source = try StorageRegistry(remote: bucket.stores(cache: folder("cache")))
                .uploadSource(of: location)
            return TestUploads(source: source, folder: location) {
                _ = try client.put(.bytes($0), to: "new/\($1)")
            }
        }
    }
}

/// A source with a means to write its uploads.
struct TestUploads: Sendable {
    let source: any UploadSource
    /// The folder or prefix of the uploads in the source.
    let folder: Location
    /// Writes an upload in place.
    let write: @Sendable (_ bytes: [UInt8], _ name: String) throws -> Void

    func location(_ name: String) -> Location { folder.appending(name) }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), name) }
}
