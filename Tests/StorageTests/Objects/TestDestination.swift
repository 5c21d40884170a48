import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Transport

@testable import S3
@testable import Storage

extension MemoryBucket {
    /// A client with the bucket's clock, whose pauses take no time.
    func client(_ settings: BucketSettings = BucketSettings()) throws -> S3Client {
        var settings = settings
        settings.endpoint = try S3Endpoint(url)
        var client = S3Client(
            bucket: Self.name, settings: settings,
            credentials: FixedCredentials(Credentials(accessKey: "AKTEST", secretKey: "secret")),
            http: HTTPClient(userAgent: "test"))
        client.environment = ClientEnvironment(
            now: { self.now }, pause: { _, _ in }, random: { 1 })
        return client
    }

    /// The stores of a process whose environment names the bucket's server.
    func stores(
        cache: FilePath, nameRetention: Double = 1800, sendsConditions: Bool = true
    ) throws -> RemoteStores {
        try RemoteStores(
            environment: [
                "AWS_ACCESS_KEY_ID": "AKTEST", "AWS_SECRET_ACCESS_KEY": "secret",
                "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": url,
                "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
            ], bucketSettings: nil, userAgent: "test",
            settings: RemoteStores.Settings(
                cacheFolder: cache, nameRetention: nameRetention,
                sendsConditions: sendsConditions))
    }

    /// A destination as another process would have it.
    func destination(
        tombstoneLifetime: Double = S3Destination.defaultTombstoneLifetime
    ) throws -> S3Destination {
        S3Destination(
            prefix: "packages", client: try client(), tombstoneLifetime: tombstoneLifetime)
    }

    /// The artifacts of a job, with copies of those that a host has, and files at their paths in the package `clip`.
    func artifacts(
        in folder: FilePath, by writer: PackageWriter = PackageWriter(job: "job", attempt: "tasks")
    ) throws -> S3ArtifactStore {
        S3ArtifactStore(
            local: try LocalArtifactStore(folder, isShared: true),
            bucket: ObjectBucket(client: try client()), prefix: "jobs/1/artifacts/",
            media: try PackageMedia("clip", by: writer, in: destination()))
    }

    /// The paths of the objects of a package.
    func files(of name: String) -> Set<String> {
        let prefix = "packages/\(name)/"
        return Set(
            objects.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
    }

    /// The keys of objects that no package has.
    var privateKeys: [String] {
        objects.keys.filter { $0.hasPrefix("packages/.vtranscode/") }.sorted()
    }
}

extension S3Client {
    func createBucket() throws {
        _ = try send(S3Request(method: "PUT", action: "s3:CreateBucket"))
    }
}

extension PackageDestination {
    /// Begins a package as an attempt of a job.
    func draft(
        _ name: String = "clip", job: String = "job", attempt: String = "1"
    ) throws(StorageError) -> any PackageDraft {
        try draft(name, by: PackageWriter(job: job, attempt: attempt), at: "unused")
    }
}

extension TemporaryFolder {
    /// The files of a small package.
    static let packageFiles: Set = [
        "audio/0.m4s", "audio/playlist.m3u8", "manifest.json", "master.m3u8", "video/0.m4s",
        "video/1.m4s", "video/playlist.m3u8",
    ]

    /// Builds a package whose files contain a text and their path.
    func package(_ text: String = "new") throws -> FilePath {
        let built = "build/\(UUID().uuidString)"
        for file in Self.packageFiles { try write("\(text) \(file)", to: "\(built)/\(file)") }
        return self(built)
    }
}

extension MemoryBucket {
    /// Whether a name has a complete package of a text.
    func hasPackage(_ text: String = "new", as name: String = "clip") -> Bool {
        let objects = objects
        return TemporaryFolder.packageFiles.allSatisfy {
            objects["packages/\(name)/\($0)"] == Array("\(text) \($0)".utf8)
        }
    }
}
