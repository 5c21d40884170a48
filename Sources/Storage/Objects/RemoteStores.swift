internal import Crypto
internal import Foundation
internal import MediaUnits
package import S3
internal import Synchronization
package import SystemPackage
internal import Transport

/// The clients of buckets and web servers of a process, and the disk space for what they read.
package final class RemoteStores: Sendable {
    /// The configuration.
    package struct Settings: Sendable {
        /// The folder for the bytes of remote uploads; created when it is needed.
        package var cacheFolder: FilePath
        /// The disk space for the bytes of remote uploads, in bytes.
        package var cacheSize: Int64
        /// The time for which the name of a removed package stays reserved, in seconds.
        package var nameRetention: Double
        /// The prefix of the artifacts of jobs; `nil` for keys below their packages.
        package var workspace: S3Location?
        /// Whether writes to buckets send conditions; `false` prevails over the settings of every bucket.
        package var sendsConditions: Bool
        /// Whether web servers of uploads that have a root may have private addresses.
        package var allowsPrivateUploads: Bool

        package init(
            cacheFolder: FilePath, cacheSize: Int64 = 4 << 30, nameRetention: Double = 1800,
            workspace: S3Location? = nil, sendsConditions: Bool = true,
            allowsPrivateUploads: Bool = false
        ) {
            self.cacheFolder = cacheFolder
            self.cacheSize = cacheSize
            self.nameRetention = nameRetention
            self.workspace = workspace
            self.sendsConditions = sendsConditions
            self.allowsPrivateUploads = allowsPrivateUploads
        }
    }

    let clients: S3Clients
    let http: HTTPClient
    let settings: Settings
    private let space = Mutex<RemoteCache?>(nil)

    /// Creates the clients of a process; credentials are looked for when they are needed.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - bucketSettings: The path of the file of bucket settings; `nil` for that which the environment names.
    ///   - userAgent: The value of the header `User-Agent`.
    ///   - settings: The configuration.
    /// - Throws: Every mistake of the bucket settings.
    package init(
        environment: [String: String], bucketSettings: String?, userAgent: String,
        settings: Settings
    ) throws(BucketSettingsError) {
        http = HTTPClient(userAgent: userAgent)
        clients = try S3Clients(
            environment: environment, settingsFile: bucketSettings, userAgent: userAgent,
            sendsConditions: settings.sendsConditions)
        self.settings = settings
    }

    /// The space for the bytes of remote uploads, whose files have no name.
    func cache() throws(StorageError) -> RemoteCache {
        try space.withLock { space throws(StorageError) in
            if let space { return space }
            try Folder.create(settings.cacheFolder)
            let created = RemoteCache(in: settings.cacheFolder, limit: settings.cacheSize)
            space = created
            return created
        }
    }

    /// The client and the beginning of the keys of the artifacts of jobs whose packages are below a prefix; `nil` for keys there.
    func workspace(
        for packages: S3Location
    ) throws(S3Error) -> (client: S3Client, prefix: String)? {
        guard let workspace = settings.workspace else { return nil }
        let keys = PackageKeys(prefix: workspace.key)
        // Jobs of several queues have the same names.
        return (try clients.client(for: workspace), "\(keys.prefix)jobs/\(packages.digest)/")
    }
}

extension S3Location {
    /// A short digest of the location, as the name of a folder.
    var digest: String {
        String(SHA256.hash(data: Data(description.utf8)).hexadecimal.prefix(24))
    }
}
