internal import S3

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension StorageRegistry {
    /// Lists the objects below a prefix of a bucket.
    ///
    /// - Parameter location: The location of a prefix or an object; the slash at the end of a prefix may be missing.
    /// - Returns: `nil` for anything but a prefix with objects.
    /// - Throws: If the store fails.
    package func objects(below location: Location) throws(StorageError) -> ObjectListing? {
        guard case .object(let object) = location.kind else { return nil }
        return try listing(location) { (client, folder) throws(S3Error) in
            guard object.key != folder.key else { return true }
            if try client.head(object.key) != nil { return false }
            var first = client.objects(prefix: folder.key, pageSize: 1)
            return try first.next() != nil
        }
    }

    /// Lists the objects below a prefix of a bucket, which may have none.
    ///
    /// - Parameters:
    ///   - location: The location of the prefix, whose slash at the end may be missing.
    ///   - start: The location after which the listing begins; `nil` for the first object.
    ///   - isCancelled: Returns whether to end requests and their repetitions.
    /// - Returns: The listing, whose first page is requested when it is needed.
    /// - Throws: `.invalidURL` for anything but a location in a bucket.
    package func listing(
        below location: Location, after start: Location? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(StorageError) -> ObjectListing {
        let found = try listing(location, after: start, isCancelled) { _, _ in true }
        guard let found else {
            throw StorageError(
                "list prefix", location, EINVAL, kind: .invalidURL("it names no prefix"))
        }
        return found
    }

    private func listing(
        _ location: Location, after start: Location? = nil,
        _ isCancelled: @escaping @Sendable () -> Bool = { false },
        if condition: (S3Client, S3Location) throws(S3Error) -> Bool
    ) throws(StorageError) -> ObjectListing? {
        guard case .object(let object) = location.kind else { return nil }
        let stores = try stores(for: location)
        do {
            var client = try stores.clients.client(for: object)
            client.isCancelled = isCancelled
            let folder = try S3Location(bucket: object.bucket, key: object.folderKey)
            guard try condition(client, folder) else { return nil }
            var key: String?
            if case .object(let start)? = start?.kind { key = start.key }
            return ObjectListing(client, below: folder, after: key)
        } catch {
            throw StorageError(error, location, for: "list prefix")
        }
    }

    /// Creates a URL with which anyone can read an object for a time.
    ///
    /// - Parameters:
    ///   - location: The location of the object, which need not exist.
    ///   - expiry: The time, in seconds.
    ///   - attachment: The name under which a browser saves the object, with characters that are safe in URLs; `nil` to show it.
    /// - Returns: The URL, with its signature.
    /// - Throws: Without credentials; `.invalidURL` for anything but the location of an object.
    package func presignedURL(
        of location: Location, expiry: Int, attachment: String? = nil
    ) throws(StorageError) -> String {
        let object = try object(at: location)
        let headers = attachment.map {
            ["response-content-disposition": "attachment; filename=\"\($0)\""]
        }
        do {
            return try object.bucket.client.presignedURL(
                object.key, expiry: expiry, responseHeaders: headers ?? [:])
        } catch {
            throw StorageError(error, location, for: "sign URL")
        }
    }

    /// Returns whether an object exists.
    ///
    /// - Throws: If the store fails; `.invalidURL` for anything but the location of an object.
    package func hasObject(at location: Location) throws(StorageError) -> Bool {
        try object(at: location).exists()
    }

    /// Opens an object that a command writes as a whole.
    ///
    /// - Throws: `.invalidURL` for anything but the location of an object, and for keys that players change.
    package func object(at location: Location) throws(StorageError) -> WrittenObject {
        try location.checkDotSegments()
        guard case .object(let object) = location.kind, !object.key.isEmpty,
            !object.key.hasSuffix("/")
        else {
            throw StorageError(
                "open object", location, EINVAL, kind: .invalidURL("it names no object"))
        }
        let stores = try stores(for: location)
        do {
            return WrittenObject(
                bucket: ObjectBucket(client: try stores.clients.client(for: object)),
                key: object.key)
        } catch {
            throw StorageError(error, location, for: "open object")
        }
    }
}
