internal import S3

extension StorageRegistry {
    /// Opens a file of a published package.
    ///
    /// - Parameters:
    ///   - location: The location of an object, or a URL of a web server.
    ///   - access: The web servers that may be used.
    ///   - limit: The bytes that are read from a web server that sends no ranges.
    ///   - isStopped: Whether to end requests; called often.
    /// - Returns: The file.
    /// - Throws: If it cannot be read; `.invalidURL` for a path.
    package func publishedFile(
        at location: Location, access: WebAccess, limit: Int,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(StorageError) -> PublishedFile {
        let stores = try stores(for: location)
        do throws(ObjectError) {
            switch location.kind {
            case .object(let object) where !object.key.isEmpty:
                return PublishedFile(
                    try Self.reader(of: object, stores, isStopped), at: location,
                    isStopped: isStopped)
            case .web(let url):
                // Fewer attempts than for an upload: a package has many files.
                return try PublishedFile(
                    WebRequests(
                        url, http: stores.http, allowsPrivate: access.allowsPrivate,
                        redirectHosts: access.hosts,
                        retries: RetryPolicy(attempts: 4, cap: 2)),
                    at: location, limit: limit, isStopped: isStopped)
            case .file, .object:
                throw .refused("it names no file")
            }
        } catch {
            throw .object(error, location, for: "open")
        }
    }

    private static func reader(
        of object: S3Location, _ stores: RemoteStores, _ isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) -> S3ObjectReader {
        do {
            var client = try stores.clients.client(for: object)
            client.isCancelled = isStopped
            return try S3ObjectReader(client, object.key)
        } catch {
            // Settings that cannot be used are no transient error.
            throw error as? ObjectError ?? (error as? S3Error).map(ObjectError.init)
                ?? .unreachable("\(error)")
        }
    }

    /// Opens an object as a file for sandbox processes, which fetches what they read into the cache of this process.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - location: The location for messages.
    ///   - cache: The cache; `nil` for that of the registry, which those of file systems only do not have.
    /// - Returns: The file.
    /// - Throws: If no cache can be created.
    package func cached(
        _ object: JoinedObject, at location: Location, in cache: RemoteCache? = nil
    ) throws(StorageError) -> any UploadFile {
        let cache = if let cache { cache } else { try stores(for: location).cache() }
        return try RemoteUploadFile(
            object, at: location, name: location.description, isPinned: false, in: cache)
    }
}
