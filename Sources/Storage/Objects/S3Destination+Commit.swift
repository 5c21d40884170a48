internal import S3
package import SystemPackage
internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension S3Destination {
    /// The largest list of a package's files, in bytes; one of 100,000 files has 6 MB.
    private static let largestList: Int64 = 64 << 20

    // MARK: Staged packages

    package func isStaged(_ package: StagedPackage) throws(StorageError) -> Bool {
        let attempt = try StagedAttempt(package, for: "find package")
        guard try files(of: attempt)?.identity == package.identity else { return false }
        return try committedIdentity(attempt.name) != package.identity
    }

    package func content(
        of file: FilePath, in package: StagedPackage, limit: Int64
    ) throws(StorageError) -> [UInt8]? {
        let attempt = try StagedAttempt(package, for: "read package")
        guard try files(of: attempt)?.identity == package.identity else { return nil }
        let key =
            PackageFiles.isText(file)
            ? attempt.text(file.string, keys) : keys.package(attempt.name) + file.string
        return try bucket.content(key, limit: limit)?.bytes
    }

    private func files(of attempt: StagedAttempt) throws(StorageError) -> PackageFiles? {
        try bucket.content(attempt.list(keys), limit: Self.largestList)
            .flatMap { PackageFiles($0.bytes) }
    }

    /// Confirms that the bucket has each media file of a package as it was written.
    ///
    /// - Throws: A transient error about the first one that it has not.
    func confirm(_ files: PackageFiles, of name: String) throws(StorageError) {
        guard let missing = try missing(files.media, of: name) else { return }
        throw unconfirmed(keys.package(name) + missing.path)
    }

    /// Returns the first of some media files that the bucket does not have in its size and with its ETag, if that is known.
    func missing(
        _ media: [PackageFiles.Entry], of name: String
    ) throws(StorageError) -> PackageFiles.Entry? {
        let prefix = keys.package(name)
        var found: [String: (size: Int64, etag: String?)] = [:]
        try bucket.forEachObject(below: prefix) { object throws(StorageError) in
            found[Self.suffix(of: object.key, after: prefix)] = (object.size, object.etag)
            return true
        }
        return media.first { file in
            guard let object = found[file.path], object.size == file.size else { return true }
            guard let expected = file.etag, let etag = object.etag else { return false }
            return expected != etag
        }
    }

    // MARK: Commit

    /// - Throws: `.exists` if another package has the name, whether or not it may be replaced: its objects cannot be exchanged by
    ///   one step; `ENOENT` if the package is not staged; `.locked` if another job has the name.
    package func commit(
        _ package: StagedPackage, as name: String, replacing: Bool
    ) throws(StorageError) {
        try check(name, for: "publish")
        let attempt = try StagedAttempt(package, for: "publish")
        guard attempt.name == name else {
            // Its media has the keys of the name that it was staged for.
            throw StorageError("publish", location(of: name), EINVAL)
        }
        do {
            try publish(attempt, package.identity)
        } catch {
            // Another process may have completed the commit, and removed what was staged.
            guard try committedIdentity(name) == package.identity else { throw error }
        }
        try clear(name, job: attempt.job)
    }

    /// Writes the texts of a staged package to their keys, the manifest last; a package that is committed stays as it is.
    private func publish(_ attempt: StagedAttempt, _ identity: String) throws(StorageError) {
        let name = attempt.name
        if let committed = try committedIdentity(name) {
            guard committed == identity else { throw taken(name, "publish") }
            return
        }
        guard let files = try files(of: attempt), files.identity == identity else {
            throw notFound(name, "publish")
        }
        try begin(attempt, files)
        let (lower, top, manifest) = files.commitOrder
        for group in [lower, top] {
            let requests = RequestQueue()
            for file in group {
                requests.add { () throws(StorageError) in
                    try write(file, of: attempt, identity)
                }
            }
            try requests.wait()
        }
        try reconcile(files, of: attempt)
        // Immediately before the package becomes visible: its files are not being removed.
        try checkCommitting(attempt, identity)
        try write(manifest, of: attempt, identity)
        let key = keys.package(name) + manifest.path
        _ = try bucket.request("confirm", key) { client throws(S3Error) in
            try client.confirm(key, size: manifest.size)
        }
    }

    /// Makes the commit certain: from then on, each process that finds the reservation completes the commit.
    private func begin(_ attempt: StagedAttempt, _ files: PackageFiles) throws(StorageError) {
        let name = attempt.name
        for _ in 0..<ObjectBucket.maxRounds {
            guard let found = try reservations.find(name) else { throw notFound(name, "publish") }
            let value = found.value
            switch value.state {
            case .reserved, .committing:
                guard value.job == attempt.job else { throw locked(name, "publish") }
            case .removing, .removed: throw notFound(name, "publish")
            }
            try confirm(files, of: name)
            if value.state == .committing, value.package == files.identity { return }
            let committing = NameReservation(
                state: .committing, job: attempt.job, attempt: attempt.attempt,
                package: files.identity, time: bucket.now)
            if try reservations.write(committing, for: name, replacing: found) { return }
        }
        throw bucket.contended(keys.reservation(name), "publish")
    }

    /// Confirms the sizes of all objects but the manifest, and removes objects of other packages.
    ///
    /// These are of delayed requests for a removed package of that name, and of stale attempts. Garbage collection would never remove
    /// them, since it does not change published packages.
    ///
    /// - Throws: `.exists` if there is an object that no package has: it is not this program's.
    private func reconcile(
        _ files: PackageFiles, of attempt: StagedAttempt
    ) throws(StorageError) {
        let prefix = keys.package(attempt.name)
        var missing = Dictionary(
            (files.media + files.texts).map { ($0.path, $0.size) }, uniquingKeysWith: { $1 })
        try bucket.forEachObject(below: prefix) { object throws(StorageError) in
            let path = Self.suffix(of: object.key, after: prefix)
            guard let size = missing[path] else {
                guard PackageFiles.mayHave(path) else { throw taken(attempt.name, "publish") }
                try checkCommitting(attempt, files.identity)
                try bucket.delete(object.key)
                return true
            }
            if object.size == size { missing[path] = nil }
            return true
        }
        missing[PackageFiles.manifest] = nil
        guard let path = missing.keys.min() else { return }
        throw unconfirmed(prefix + path)
    }

    private func unconfirmed(_ key: String) -> StorageError {
        bucket.error(
            key, "confirm",
            "\(S3Error.Code.unconfirmed.rawValue): the object is missing, or another one was written",
            advice: "write the package again", isTransient: true)
    }

    private func checkCommitting(
        _ attempt: StagedAttempt, _ identity: String
    ) throws(StorageError) {
        let value = try reservations.find(attempt.name)?.value
        guard value?.state == .committing, value?.job == attempt.job, value?.package == identity
        else { throw notFound(attempt.name, "publish") }
    }

    private func write(
        _ file: PackageFiles.Entry, of attempt: StagedAttempt, _ identity: String
    ) throws(StorageError) {
        let staged = attempt.text(file.path, keys)
        guard let content = try bucket.content(staged, limit: file.size) else {
            throw notFound(attempt.name, "publish")
        }
        try bucket.ensure(
            .bytes(content.bytes), keys.package(attempt.name) + file.path,
            ObjectHeaders(package: FilePath(file.path))
        ) { () throws(StorageError) in
            // Playlists of an earlier commit that was not completed are replaced, a manifest never.
            guard file.path != PackageFiles.manifest else { throw taken(attempt.name, "publish") }
            try checkCommitting(attempt, identity)
        }
    }

    /// Removes what a committed package does not need: the staged files of its job, and the reservation of its name.
    func clear(_ name: String, job: String) throws(StorageError) {
        try bucket.removeObjects(below: keys.staged(name, job: job))
        guard let found = try reservations.find(name), found.value.job == job,
            [.reserved, .committing].contains(found.value.state)
        else { return }
        try reservations.remove(name)
    }

    // MARK: Roll-back

    /// - Returns: `.committed` also for a package whose commit another process has begun; this one completes it.
    package func rollBack(
        _ package: StagedPackage, from name: String
    ) throws(StorageError) -> RollBackOutcome {
        try check(name, for: "roll back")
        let attempt = try StagedAttempt(package, for: "roll back")
        if attempt.name == name {
            if try committedIdentity(name) == package.identity {
                try clear(name, job: attempt.job)
                return .committed
            }
            if let found = try reservations.find(name), found.value.job == attempt.job,
                found.value.state != .committing || found.value.package == package.identity,
                try settle(name, found) == .committed
            {
                return .committed
            }
            if try committedIdentity(name) == package.identity { return .committed }
        }
        try bucket.removeObjects(below: attempt.prefix(keys))
        return .rolledBack
    }

    package func discardDraft(of name: String, job: String) throws(StorageError) {
        for component in [name, job] { try check(component, for: "discard draft") }
        guard let found = try reservations.find(name), found.value.job == job else { return }
        _ = try settle(name, found)
    }

    /// Completes a commit whose reservation is found.
    ///
    /// - Returns: False if files of the package are missing.
    func complete(_ name: String, _ value: NameReservation) throws(StorageError) -> Bool {
        guard let job = value.job, let attempt = value.attempt, let identity = value.package else {
            return false
        }
        let staged = StagedAttempt(name: name, job: job, attempt: attempt)
        if try committedIdentity(name) != identity {
            guard let files = try files(of: staged), files.identity == identity,
                try missing(files.media, of: name) == nil
            else {
                // The end of a commit by another process removes the staged files first.
                return try committedIdentity(name) == identity
            }
        }
        try commit(
            StagedPackage(path: staged.path, identity: identity), as: name, replacing: false)
        return true
    }
}
