internal import Foundation
package import S3
package import SystemPackage
internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Packages below a prefix of a bucket, which only the objects below `.vtranscode/` there protect from other writers.
///
/// A package is visible from the moment its manifest is written, which is the last of its objects. A reservation of the name, one
/// object that is changed by conditional writes only, decides which job may write, commit or remove the package.
package struct S3Destination: PackageDestination {
    /// The default of the time for which a removed name stays reserved, in seconds: twice the time for which a server accepts a
    /// signed request (15 minutes), so that delayed requests of the removed package cannot change the next one.
    package static let defaultTombstoneLifetime = 30 * 60.0

    let bucket: ObjectBucket
    let keys: PackageKeys
    let tombstoneLifetime: Double
    let jobs: JobObjects

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the keys of all packages; a slash is added unless it is empty or has one.
    ///   - client: The client of its bucket.
    ///   - tombstoneLifetime: The time for which a removed name stays reserved, in seconds.
    ///   - workspace: The client and the beginning of the keys of the artifacts of jobs; `nil` for keys below the prefix.
    package init(
        prefix: String, client: S3Client,
        tombstoneLifetime: Double = S3Destination.defaultTombstoneLifetime,
        workspace: (client: S3Client, prefix: String)? = nil
    ) {
        let bucket = ObjectBucket(client: client)
        let keys = PackageKeys(prefix: prefix)
        let jobs =
            workspace.map { JobObjects(bucket: ObjectBucket(client: $0.client), prefix: $0.prefix) }
        self.init(
            bucket: bucket, keys: keys, tombstoneLifetime: tombstoneLifetime,
            jobs: jobs ?? JobObjects(bucket: bucket, prefix: keys.jobs))
    }

    private init(
        bucket: ObjectBucket, keys: PackageKeys, tombstoneLifetime: Double, jobs: JobObjects
    ) {
        (self.bucket, self.keys) = (bucket, keys)
        self.tombstoneLifetime = tombstoneLifetime
        self.jobs = jobs
    }

    /// A copy with another form of the bucket.
    func with(_ bucket: ObjectBucket) -> S3Destination {
        S3Destination(
            bucket: bucket, keys: keys, tombstoneLifetime: tombstoneLifetime, jobs: jobs)
    }

    var reservations: NameReservations { NameReservations(bucket: bucket, keys: keys) }

    // MARK: Packages that are committed

    package func location(of name: String) -> Location {
        bucket.location(keys.prefix + name)
    }

    /// - Returns: The names of packages, and of all other entries that are not being written by a job.
    package func names() throws(StorageError) -> [String] {
        var reserved: Set<String> = []
        try forEachReservedName { name, _ throws(StorageError) in reserved.insert(name) }
        var names: [String] = []
        try bucket.forEachEntry(below: keys.prefix) { name, isObject throws(StorageError) in
            guard let component = FilePath.Component(checking: name), !component.isHidden else {
                return
            }
            if !isObject, reserved.contains(name), try !isPublished(name) { return }
            names.append(name)
        }
        return names.sorted()
    }

    /// - Returns: False also for a name of other objects, which a package would be mixed with; a reservation does not count.
    package func isFree(_ name: String) throws(StorageError) -> Bool {
        try check(name, for: "find package")
        if try reservations.find(name) != nil { return try !isPublished(name) }
        return try !bucket.hasObjects(below: keys.package(name))
    }

    package func content(
        of file: FilePath, in name: String, limit: Int64
    ) throws(StorageError) -> [UInt8]? {
        try check(name, for: "find package")
        return try bucket.content(keys.package(name) + file.string, limit: limit)?.bytes
    }

    package func size(of file: FilePath, in name: String) throws(StorageError) -> Int64? {
        try check(name, for: "find package")
        return try bucket.info(keys.package(name) + file.string)?.size
    }

    package func write(_ bytes: [UInt8], as name: String) throws(StorageError) {
        _ = try bucket.put(
            .bytes(bytes), keys.prefix + name, ObjectHeaders(package: FilePath(name)), .none)
    }

    // MARK: Drafts

    package func draft(
        _ name: String, by writer: PackageWriter, at path: FilePath
    ) throws(StorageError) -> any PackageDraft {
        let media = try PackageMedia(name, by: writer, in: self)
        try media.reserve()
        return S3Draft(media)
    }

    /// Reserves a name for a job.
    func reserve(_ name: String, by writer: PackageWriter) throws(StorageError) {
        for _ in 0..<ObjectBucket.maxRounds {
            if try isPublished(name) { throw taken(name, "reserve name") }
            let mine = NameReservation(
                state: .reserved, job: writer.job, attempt: writer.attempt, time: bucket.now)
            guard let found = try reservations.find(name) else {
                guard try reservations.write(mine, for: name, replacing: nil) else { continue }
                // A package that was committed since, or objects of others.
                guard try bucket.hasObjects(below: keys.package(name)) else { return }
                try release(name, mine)
                throw taken(name, "reserve name")
            }
            if try reserve(name, found, as: mine) { return }
        }
        throw bucket.contended(keys.reservation(name), "reserve name")
    }

    /// Takes over a reservation.
    ///
    /// - Returns: False if it has changed meanwhile.
    private func reserve(
        _ name: String, _ found: NameReservations.Stored, as mine: NameReservation
    ) throws(StorageError) -> Bool {
        let age = reservations.age(found)
        switch found.value.state {
        case .committing where found.value.job == mine.job: return true
        case .reserved where found.value.job == mine.job:
            // The reservation is the job's; only its age matters to garbage collection.
            if found.value.attempt == mine.attempt { return true }
            return try reservations.write(mine, for: name, replacing: found)
        case .reserved, .committing: throw locked(name)
        case .removing:
            // Its process may still be running, and removes objects until then.
            guard age >= tombstoneLifetime else { throw locked(name) }
            _ = try settle(name, found)
            return false
        case .removed:
            guard age >= tombstoneLifetime else {
                throw StorageError(
                    "reserve name", location(of: name), EWOULDBLOCK,
                    kind: .recentlyRemoved(seconds: Int((tombstoneLifetime - age).rounded(.up))))
            }
            return try reservations.write(mine, for: name, replacing: found)
        }
    }

    /// Removes a reservation unless another process has changed it.
    private func release(_ name: String, _ mine: NameReservation) throws(StorageError) {
        guard try reservations.find(name)?.value == mine else { return }
        try reservations.remove(name)
    }
}
