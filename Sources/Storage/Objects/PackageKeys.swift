internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The keys of packages and of what belongs to them, below a prefix of a bucket.
struct PackageKeys: Sendable {
    /// The prefix: empty, or with a slash at its end.
    let prefix: String

    init(prefix: String) {
        self.prefix =
            prefix.isEmpty || prefix.utf8.last == UInt8(ascii: "/") ? prefix : prefix + "/"
    }

    /// The beginning of the keys of a package's files.
    func package(_ name: String) -> String { "\(prefix)\(name)/" }
    func manifest(_ name: String) -> String { package(name) + PackageFiles.manifest }

    private static let folder = ".vtranscode/"
    /// The beginning of the keys of name reservations.
    var names: String { "\(prefix)\(Self.folder)names/" }
    func reservation(_ name: String) -> String { names + name }

    /// The beginning of the keys of the files that staged packages wait with.
    var staged: String { "\(prefix)\(Self.folder)staged/" }
    func staged(_ name: String) -> String { "\(staged)\(name)/" }
    func staged(_ name: String, job: String) -> String { "\(staged(name))\(job)/" }

    /// The beginning of the keys of the artifacts of jobs, unless they have a place of their own.
    var jobs: String { "\(prefix)\(Self.folder)jobs/" }
}

/// The attempt of a job whose staged package waits for its commit.
struct StagedAttempt {
    let name: String
    let job: String
    let attempt: String

    init(name: String, job: String, attempt: String) {
        (self.name, self.job, self.attempt) = (name, job, attempt)
    }

    /// Reads the path in a record.
    ///
    /// - Throws: `EINVAL` for a path that this destination has not made.
    init(_ package: StagedPackage, for operation: String) throws(StorageError) {
        let names = package.path.names.map(\.string)
        guard !package.path.isAbsolute, names.count == 3 else {
            throw StorageError(operation, package.path, EINVAL)
        }
        for name in names { _ = try FilePath.Component(visible: name, for: operation) }
        self.init(name: names[0], job: names[1], attempt: names[2])
    }

    var path: FilePath { FilePath(name).appending(job).appending(attempt) }

    /// The beginning of the keys of its files.
    func prefix(_ keys: PackageKeys) -> String { "\(keys.staged(name, job: job))\(attempt)/" }
    /// The key of the list of its files.
    func list(_ keys: PackageKeys) -> String { prefix(keys) + "files.json" }
    /// The key of a text that the commit writes into the package.
    func text(_ path: String, _ keys: PackageKeys) -> String { "\(prefix(keys))package/\(path)" }
}
