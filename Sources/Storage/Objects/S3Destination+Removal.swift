internal import S3
internal import Synchronization
internal import SystemPackage

extension S3Destination {
    /// Removes a published package: its manifest, the playlists at its top, other playlists, media, in this order.
    ///
    /// The name is free after the time of tombstones. A removal that was interrupted is continued.
    ///
    /// - Throws: `ENOENT` if no package has the name.
    package func remove(_ name: String) throws(StorageError) {
        try check(name, for: "remove package")
        for _ in 0..<ObjectBucket.maxRounds {
            let found = try reservations.find(name)
            if let found, found.value.state == .removing {
                _ = try settle(name, found)
                return
            }
            guard try isPublished(name) else { throw notFound(name, "remove package") }
            let removing = NameReservation(state: .removing, time: bucket.now)
            if try reservations.write(removing, for: name, replacing: found) {
                return try finishRemoval(name, removing)
            }
        }
        throw bucket.contended(keys.reservation(name), "remove package")
    }

    /// Ends what a reservation stands for: completes a commit that has begun, else removes everything below the name and leaves a
    /// tombstone.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - found: Its reservation, which the caller may end.
    /// - Returns: The state of the package.
    /// - Throws: If the bucket fails; the call may be repeated.
    func settle(
        _ name: String, _ found: NameReservations.Stored
    ) throws(StorageError) -> RollBackOutcome {
        var found = found
        let job = found.value.job
        for _ in 0..<ObjectBucket.maxRounds {
            switch found.value.state {
            case .committing:
                if try complete(name, found.value) { return .committed }
                if try beginRemoval(name, found) { return .rolledBack }
            case .reserved:
                // A name that was published otherwise: its files are not this job's.
                if let job, try isPublished(name) {
                    try clear(name, job: job)
                    return .rolledBack
                }
                if try beginRemoval(name, found) { return .rolledBack }
            case .removing:
                try finishRemoval(name, found.value)
                return .rolledBack
            case .removed: return .rolledBack
            }
            // Another process was first.
            guard let next = try reservations.find(name), next.value.job == job else {
                return .rolledBack
            }
            found = next
        }
        throw bucket.contended(keys.reservation(name), "remove package")
    }

    private func beginRemoval(
        _ name: String, _ found: NameReservations.Stored
    ) throws(StorageError) -> Bool {
        let removing = found.value.with(.removing, at: bucket.now)
        guard try reservations.write(removing, for: name, replacing: found) else { return false }
        try finishRemoval(name, removing)
        return true
    }

    /// Removes everything below a name whose reservation says so, then leaves a tombstone.
    private func finishRemoval(
        _ name: String, _ removing: NameReservation
    ) throws(StorageError) {
        let prefix = keys.package(name)
        let guarded = guarded(name, removing)
        try guarded.bucket.delete(keys.manifest(name))
        var playlists: [String] = []
        try bucket.forEachObject(below: prefix) { object throws(StorageError) in
            if PackageFiles.isText(FilePath(object.key)) { playlists.append(object.key) }
            return true
        }
        let isTop = { (key: String) in !Self.suffix(of: key, after: prefix).contains("/") }
        for key in playlists.filter(isTop) { try guarded.bucket.delete(key) }
        try guarded.remove(playlists.filter { !isTop($0) })
        try guarded.bucket.removeObjects(below: prefix)
        try guarded.bucket.removeObjects(below: keys.staged(name))
        for _ in 0..<ObjectBucket.maxRounds {
            // Otherwise another process has removed the rest.
            guard try isReservation(of: name, removing) else { return }
            let found = try reservations.find(name)
            let tombstone = removing.with(.removed, at: bucket.now)
            if try reservations.write(tombstone, for: name, replacing: found) { return }
        }
        throw bucket.contended(keys.reservation(name), "remove package")
    }

    /// The interval, in seconds, at which a removal checks that the name has not got a new owner, which is only possible if
    /// tombstones last shorter than this.
    private static let checkInterval = 1.0

    /// A copy whose changes end when the reservation of a name is another one.
    private func guarded(_ name: String, _ value: NameReservation) -> S3Destination {
        let checked = CheckTime()
        return with(
            bucket.checking { () throws(StorageError) in
                let now = bucket.now
                guard now - checked.value >= Self.checkInterval else { return }
                guard try isReservation(of: name, value) else {
                    throw locked(name, "remove package")
                }
                checked.value = now
            })
    }

    /// Returns whether the reservation of a name is still the one of its removal.
    private func isReservation(
        of name: String, _ removing: NameReservation
    ) throws(StorageError) -> Bool {
        if let found = try reservations.find(name) { return found.value == removing }
        // The end of a commit has removed it, as the one of that package.
        guard try !isPublished(name) else { return false }
        return try reservations.write(removing, for: name, replacing: nil)
    }

    private func remove(_ keys: [String]) throws(StorageError) {
        let requests = RequestQueue()
        for key in keys { requests.add { () throws(StorageError) in try bucket.delete(key) } }
        try requests.wait()
    }
}

/// The time of the last check of a removal, in seconds since 1970.
private final class CheckTime: Sendable {
    private let time = Mutex(-Double.infinity)

    var value: Double {
        get { time.withLock(\.self) }
        set { time.withLock { $0 = newValue } }
    }
}
