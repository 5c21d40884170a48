import SystemPackage
import TestSupport
import Testing
import Transport

@testable import S3
@testable import Storage

/// A new bucket on the server of the tests, which `Scripts/support/radosgw` starts.
struct ServerBucket {
    let name = ObjectServer.newBucket()
    private let url: String
    private let accessKey: String
    private let secretKey: String

    init() throws {
        url = try #require(ObjectServer.url)
        accessKey = try #require(ObjectServer.accessKey)
        secretKey = try #require(ObjectServer.secretKey)
        try client().createBucket()
    }

    /// A client as another process would have it.
    func client() throws -> S3Client {
        S3Client(
            bucket: name, settings: BucketSettings(endpoint: try S3Endpoint(url)),
            credentials: FixedCredentials(Credentials(accessKey: accessKey, secretKey: secretKey)),
            http: HTTPClient(userAgent: "test"))
    }

    func destination() throws -> S3Destination {
        S3Destination(prefix: "packages", client: try client())
    }

    func artifacts(in folder: FilePath) throws -> S3ArtifactStore {
        S3ArtifactStore(
            local: try LocalArtifactStore(folder, isShared: true),
            bucket: ObjectBucket(client: try client()), prefix: "jobs/1/artifacts/",
            media: try PackageMedia(
                "clip", by: PackageWriter(job: "job", attempt: "tasks"), in: destination()))
    }

    /// The stores of a process whose environment names the server.
    func stores(cache: FilePath) throws -> RemoteStores {
        try RemoteStores(
            environment: [
                "AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey,
                "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": url,
                "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
            ], bucketSettings: nil, userAgent: "test",
            settings: RemoteStores.Settings(cacheFolder: cache))
    }
}
