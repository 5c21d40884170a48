internal import S3

/// The place of the artifacts of jobs: below the packages, or in a bucket of their own.
struct JobObjects: Sendable {
    let bucket: ObjectBucket
    /// The beginning of the keys of all jobs, with a slash at its end.
    let prefix: String

    /// Whether the artifacts are below the packages.
    func isBelow(_ keys: PackageKeys, of packages: ObjectBucket) -> Bool {
        bucket.client.bucket == packages.client.bucket
            && prefix.utf8.starts(with: keys.prefix.utf8)
    }

    /// The beginning of the keys of a job.
    func prefix(of job: String) -> String { "\(prefix)\(job)/" }
}
