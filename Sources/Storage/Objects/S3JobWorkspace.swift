internal import S3
internal import SystemPackage
internal import Transport

/// The workspace of a job whose packages are published in a bucket: artifacts and records there, unfinished files on this host.
final class S3JobWorkspace: JobWorkspace {
    let artifacts: any ArtifactStore
    private let local: SharedWorkspace
    private let bucket: ObjectBucket
    /// The beginning of the keys of the job.
    private let prefix: String

    /// Opens the workspace of a job.
    ///
    /// - Parameters:
    ///   - job: One visible path component, else `EINVAL`.
    ///   - owner: The queue of the job; `nil` for none.
    ///   - folder: The folder for unfinished files and copies on this host.
    ///   - package: The name and the writer of the package that segments are placed in; `nil` if they are not.
    ///   - destination: The destination of the package.
    /// - Throws: If the folder cannot be created.
    init(
        job: String, owner: String?, in folder: FilePath,
        package: (name: String, writer: PackageWriter)?, for destination: S3Destination
    ) throws(StorageError) {
        local = try SharedWorkspace(output: folder, job: job, owner: owner)
        let objects = destination.jobs
        bucket = package.map { objects.bucket.checking($0.writer.checkLease) } ?? objects.bucket
        prefix = objects.prefix(of: job)
        artifacts = S3ArtifactStore(
            local: local.artifacts, bucket: bucket, prefix: prefix + "artifacts/",
            media: try package.map { package throws(StorageError) in
                try PackageMedia(package.name, by: package.writer, in: destination)
            })
    }

    var path: FilePath { local.path }

    func emptyFolder(_ name: String) throws(StorageError) -> FilePath {
        try local.emptyFolder(name)
    }

    func record(_ name: String, limit: Int64) throws(StorageError) -> [UInt8]? {
        try bucket.content(prefix + name, limit: limit)?.bytes
    }

    func write(_ bytes: [UInt8], asRecord name: String) throws(StorageError) {
        _ = try bucket.put(.bytes(bytes), prefix + name, .unpublished, .none)
    }

    func removeUnfinished() throws(StorageError) { try local.removeUnfinished() }

    /// Removes the workspace of a job, and its copies on this host; a missing one is no error.
    static func remove(
        job: String, in folder: FilePath, of destination: S3Destination
    ) throws(StorageError) {
        try SharedWorkspace.remove(output: folder, job: job)
        try destination.jobs.bucket.removeObjects(below: destination.jobs.prefix(of: job))
    }
}
