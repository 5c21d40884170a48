import SystemPackage
import TestSupport
import Testing

@testable import S3
@testable import Storage

/// Locations of clients, which must lie below a root whenever they are used.
@Suite(.timeLimit(.minutes(5))) struct RootTests {
    private let folder: TemporaryFolder
    private let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func registry(allowsPrivateUploads: Bool = false) throws -> StorageRegistry {
        StorageRegistry(
            remote: try RemoteStores(
                environment: [
                    "AWS_ACCESS_KEY_ID": "AKTEST", "AWS_SECRET_ACCESS_KEY": "secret",
                    "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": bucket.url,
                    "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
                ], bucketSettings: nil, userAgent: "test",
                settings: RemoteStores.Settings(
                    cacheFolder: folder("cache"), allowsPrivateUploads: allowsPrivateUploads)))
    }

    private func open(_ upload: String, below root: String) throws -> any UploadFile {
        let upload = try Location(checking: upload)
        return try registry().uploadSource(of: upload, below: Location(checking: root)).open(upload)
    }

    @Test func uploadIsOpenedBelowItsRootOnly() throws {
        for key in ["in/a.mp4", "in2/a.mp4"] { bucket.put([1], key) }
        #expect(try open("s3://bucket/in/a.mp4", below: "s3://bucket/in").size == 1)
        for (upload, root) in [
            ("s3://bucket/in2/a.mp4", "s3://bucket/in"), ("s3://bucket/in/a.mp4", "/srv"),
            ("/etc/passwd", "s3://bucket/in"), ("s3://other/in/a.mp4", "s3://bucket"),
        ] {
            let error = #expect(throws: StorageError.self) { try open(upload, below: root) }
            #expect(error?.kind == .outside, "\(upload)")
        }
    }

    @Test func workspaceIsOpenedBelowItsRootOnly() throws {
        let registry = try registry()
        let output = try Location(checking: "s3://bucket/out")
        func use(_ root: String) throws {
            let root = try Location(checking: root)
            _ = try registry.jobWorkspace(at: output, job: "job", below: root)
            _ = try registry.jobWorkspaces(at: output, below: root)
            try registry.removeJobWorkspace(at: output, job: "job", below: root)
        }
        try use("s3://bucket")
        try use("s3://bucket/out")
        for root in ["s3://bucket/ou", "s3://bucket/out/a", "s3://other/out", "/out"] {
            let root = try Location(checking: root)
            for operation in [
                { _ = try registry.jobWorkspace(at: output, job: "job", below: root) },
                { _ = try registry.jobWorkspaces(at: output, below: root) },
                { try registry.removeJobWorkspace(at: output, job: "job", below: root) },
            ] {
                let error = #expect(throws: StorageError.self) { try operation() }
                #expect(error?.kind == .outside)
            }
        }
    }

    /// An upload that a client has named must not reach servers of the operator's network.
    @Test func webServerOfAnUploadWithARootIsPublic() throws {
        let server = try LoopbackServer { _ in
            .status(206, ["Content-Range": "bytes 0-0/1", "ETag": "\"1\""], body: [1])
        }
        let upload = try Location(checking: server.url + "/a.mp4")
        let root = try Location(checking: "s3://bucket/in")
        func open(allowsPrivateUploads: Bool, below root: Location?) throws -> any UploadFile {
            try registry(allowsPrivateUploads: allowsPrivateUploads)
                .uploadSource(of: upload, below: root).open(upload)
        }
        let error = #expect(throws: StorageError.self) {
            try open(allowsPrivateUploads: false, below: root)
        }
        #expect(error?.reason.contains("private") == true, "\(error?.reason ?? "")")
        #expect(server.requests.isEmpty)
        #expect(try open(allowsPrivateUploads: true, below: root).size == 1)
        #expect(try open(allowsPrivateUploads: false, below: nil).size == 1)
    }
}
