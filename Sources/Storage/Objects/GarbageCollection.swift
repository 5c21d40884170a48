internal import S3
internal import SystemPackage

extension S3Destination {
    /// The default age of garbage, in seconds, chosen because a job that fails with a transient error may be repeated for a day.
    package static let defaultGarbageAge = 24 * 3600.0

    /// Removes what jobs have left below the prefix and not changed for some time.
    ///
    /// That is unpublished packages, staged files, artifacts, tombstones and multipart uploads. In buckets with versions, their versions
    /// and delete markers are removed too.
    ///
    /// Published packages stay as they are, and so do objects below names without a reservation: those are of others. A commit that
    /// was interrupted is completed. Memory has one page of a listing at a time.
    ///
    /// - Parameter age: In seconds. A name is as old as the newest of its reservation, its objects and its job's artifacts.
    /// - Returns: The numbers of what was removed, and the errors of names that were skipped.
    /// - Throws: If the prefix cannot be listed.
    package func collectGarbage(
        olderThan age: Double = S3Destination.defaultGarbageAge
    ) throws(StorageError) -> GarbageReport {
        var collection = GarbageCollection(destination: self, age: age)
        try collection.run()
        return collection.report
    }
}

/// The numbers of what garbage collection removed.
package struct GarbageReport: Hashable, Sendable {
    /// Unpublished packages.
    package var packages = 0
    /// Interrupted commits that were completed.
    package var commits = 0
    /// Names that are free again.
    package var tombstones = 0
    /// Jobs whose artifacts were removed.
    package var jobs = 0
    /// Objects, versions and delete markers.
    package var objects = 0
    /// The size of these, in bytes.
    package var bytes: Int64 = 0
    /// Multipart uploads.
    package var uploads = 0
    /// The errors of what was skipped, the first hundred of them.
    package var failures: [StorageError] = []
}

private struct GarbageCollection {
    private static let maxFailures = 100

    let destination: S3Destination
    /// The age of garbage, in seconds.
    let age: Double
    private(set) var report = GarbageReport()
    /// The jobs of names that are in use.
    private var activeJobs: Set<String> = []
    /// Names whose error is reported already.
    private var failedNames: Set<String> = []

    init(destination: S3Destination, age: Double) {
        (self.destination, self.age) = (destination, age)
    }

    private var bucket: ObjectBucket { destination.bucket }
    private var keys: PackageKeys { destination.keys }
    private var jobs: JobObjects { destination.jobs }

    mutating func run() throws(StorageError) {
        try destination.forEachReservedName { name, time throws(StorageError) in
            attempt(name) { collection throws(StorageError) in try collection.collect(name, time) }
        }
        try bucket.forEachEntry(below: keys.staged) { name, isObject throws(StorageError) in
            guard !isObject, !failedNames.contains(name) else { return }
            attempt { collection throws(StorageError) in try collection.collectStaged(name) }
        }
        try jobs.bucket.forEachEntry(below: jobs.prefix) { job, isObject throws(StorageError) in
            guard !isObject, !activeJobs.contains(job) else { return }
            attempt { collection throws(StorageError) in try collection.collectArtifacts(job) }
        }
        try collectUploads(bucket, below: keys.prefix)
        if !jobs.isBelow(keys, of: bucket) { try collectUploads(jobs.bucket, below: jobs.prefix) }
    }

    private mutating func attempt(
        _ name: String? = nil, _ body: (inout GarbageCollection) throws(StorageError) -> Void
    ) {
        do throws(StorageError) {
            try body(&self)
        } catch {
            guard report.failures.count < Self.maxFailures else { return }
            report.failures.append(error)
            if let name { failedNames.insert(name) }
        }
    }

    // MARK: Names

    private mutating func collect(_ name: String, _ time: Double) throws(StorageError) {
        // A second round removes the tombstone of the first one, where nothing need be old.
        for _ in 0..<3 {
            guard let found = try destination.reservations.find(name) else { return }
            guard try isGarbage(name, found, time) else {
                // A tombstone's job has ended.
                if found.value.state != .removed, let job = found.value.job {
                    activeJobs.insert(job)
                }
                return
            }
            if found.value.state != .removing, try destination.isPublished(name) {
                return try clear(name, found)
            }
            if found.value.state == .removed { return try collectTombstone(name, found) }
            let content = try measure([keys.package(name), keys.staged(name)])
            switch try destination.settle(name, found) {
            case .committed: report.commits += 1
            case .rolledBack:
                report.packages += 1
                note(content)
            }
        }
    }

    private func isGarbage(
        _ name: String, _ found: NameReservations.Stored, _ time: Double
    ) throws(StorageError) -> Bool {
        guard isOld(time), destination.reservations.age(found) >= age else { return false }
        if found.value.state == .removed {
            return destination.reservations.age(found) >= destination.tombstoneLifetime
        }
        guard isOld(try measure([keys.package(name), keys.staged(name)]).newest) else {
            return false
        }
        guard let job = found.value.job else { return true }
        return isOld(try measure([jobs.prefix(of: job)], in: jobs.bucket).newest)
    }

    /// Removes what the commit of a published package has left.
    private mutating func clear(
        _ name: String, _ found: NameReservations.Stored
    ) throws(StorageError) {
        try purge(keys.staged(name), in: bucket, isVersioned: found.isVersioned)
        try destination.reservations.remove(name)
        if found.isVersioned { try purgeVersions(of: keys.reservation(name)) }
    }

    /// Removes what delayed requests have written since a name was removed, and the tombstone.
    private mutating func collectTombstone(
        _ name: String, _ found: NameReservations.Stored
    ) throws(StorageError) {
        // A job may take over an expired tombstone, and nothing but a tombstone or its own reservation.
        let removing = found.value.with(.removing, at: bucket.now)
        guard try destination.reservations.write(removing, for: name, replacing: found) else {
            return
        }
        try purge(keys.package(name), in: bucket, isVersioned: found.isVersioned)
        try clear(name, found)
        report.tombstones += 1
    }

    // MARK: Staged files, artifacts, multipart uploads

    /// Removes files that a stale attempt has staged for a name without a reservation.
    private mutating func collectStaged(_ name: String) throws(StorageError) {
        let prefix = keys.staged(name)
        guard isOld(try measure([prefix]).newest),
            try destination.reservations.find(name) == nil
        else { return }
        try purge(prefix, in: bucket, isVersioned: isVersioned(prefix, in: bucket))
    }

    private mutating func collectArtifacts(_ job: String) throws(StorageError) {
        let prefix = jobs.prefix(of: job)
        guard isOld(try measure([prefix], in: jobs.bucket).newest) else { return }
        try purge(prefix, in: jobs.bucket, isVersioned: isVersioned(prefix, in: jobs.bucket))
        report.jobs += 1
    }

    private mutating func collectUploads(
        _ bucket: ObjectBucket, below prefix: String
    ) throws(StorageError) {
        var uploads = bucket.client.uploads(prefix: prefix)
        while let upload = try bucket.request(
            "list", prefix,
            { _ throws(S3Error) in
                try uploads.next()
            })
        {
            guard isOld(upload.initiated) else { continue }
            attempt { collection throws(StorageError) in
                try bucket.request("remove", upload.key) { client throws(S3Error) in
                    try client.abortUpload(upload.id, of: upload.key)
                }
                collection.report.uploads += 1
            }
        }
    }

    // MARK: Objects

    /// The number and the size of objects, and the time of the newest one, in seconds since 1970.
    private struct Content {
        var objects = 0
        var bytes: Int64 = 0
        var newest = -Double.infinity
    }

    private func isOld(_ time: Double) -> Bool { max(0, bucket.now - time) >= age }

    private func measure(
        _ prefixes: [String], in other: ObjectBucket? = nil
    ) throws(StorageError) -> Content {
        let bucket = other ?? bucket
        var content = Content()
        for prefix in prefixes {
            try bucket.forEachObject(below: prefix) { object throws(StorageError) in
                content.objects += 1
                content.bytes += object.size
                content.newest = max(content.newest, object.lastModified)
                return true
            }
        }
        return content
    }

    private mutating func note(_ content: Content) {
        report.objects += content.objects
        report.bytes += content.bytes
    }

    private func isVersioned(
        _ prefix: String, in bucket: ObjectBucket
    ) throws(StorageError) -> Bool {
        var isVersioned = false
        try bucket.forEachObject(below: prefix, pageSize: 1) { object throws(StorageError) in
            isVersioned = try bucket.info(object.key)?.version != nil
            return false
        }
        return isVersioned
    }

    /// Removes all objects below a prefix, with their versions and delete markers where there are some.
    private mutating func purge(
        _ prefix: String, in bucket: ObjectBucket, isVersioned: Bool
    ) throws(StorageError) {
        guard isVersioned else {
            note(try measure([prefix], in: bucket))
            return try bucket.removeObjects(below: prefix)
        }
        try purgeVersions(below: prefix, in: bucket) { _ in true }
    }

    private mutating func purgeVersions(of key: String) throws(StorageError) {
        try purgeVersions(below: key, in: bucket) { $0.utf8.elementsEqual(key.utf8) }
    }

    private mutating func purgeVersions(
        below prefix: String, in bucket: ObjectBucket, where isIncluded: (String) -> Bool
    ) throws(StorageError) {
        let requests = RequestQueue()
        // The versions of one key, the latest first. Removed in that order, each would be the current one for a moment.
        var versions: [ListedVersion] = []
        let removeVersions = { (versions: [ListedVersion]) in
            requests.add { () throws(StorageError) in
                for version in versions.reversed() {
                    try bucket.delete(version.key, version: version.version)
                }
            }
        }
        var listing = bucket.client.versions(prefix: prefix)
        while let version = try bucket.request(
            "list", prefix,
            { _ throws(S3Error) in
                try listing.next()
            })
        {
            guard isIncluded(version.key) else { continue }
            note(Content(objects: 1, bytes: version.size))
            if let key = versions.first?.key, key != version.key {
                removeVersions(versions)
                versions = []
            }
            versions.append(version)
        }
        if !versions.isEmpty { removeVersions(versions) }
        try requests.wait()
    }
}
