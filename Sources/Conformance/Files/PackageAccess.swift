package import MediaSandbox
package import Storage

/// What a check may read, and how.
package struct PackageAccess: Sendable {
    let storage: StorageRegistry
    let cache: RemoteCache?
    let hosts: Set<String>
    let runner: MediaRunner
    let isStopped: @Sendable () -> Bool

    /// Creates the access of one check.
    ///
    /// - Parameters:
    ///   - storage: The stores of locations, and of bytes for sandbox processes.
    ///   - cache: The cache of these bytes; `nil` for that of `storage`.
    ///   - hosts: The hosts beside that of the package that files are read from; names or addresses.
    ///   - runner: Reads boxes, in sandbox processes.
    ///   - isStopped: Whether the time of the check is over; called often, on any thread.
    package init(
        storage: StorageRegistry, cache: RemoteCache? = nil, hosts: [String] = [],
        runner: MediaRunner,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.storage, self.cache) = (storage, cache)
        (self.runner, self.isStopped) = (runner, isStopped)
        self.hosts = Set(hosts.map { $0.lowercased() })
    }
}
