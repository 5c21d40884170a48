internal import S3
internal import SystemPackage
internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A bucket whose requests throw errors of storage.
struct ObjectBucket: Sendable {
    /// The attempts at a change that other processes forestall; chosen because each means that one of them has succeeded.
    static let maxRounds = 100

    private(set) var client: S3Client

    /// A copy whose changes are allowed by a closure, which is called before each of them is signed.
    func checking(
        _ check: @escaping @Sendable () throws(StorageError) -> Void
    ) -> ObjectBucket {
        var copy = self
        let bucket = client.bucket
        copy.client.beforeChange = { () throws(S3Error) in
            do throws(StorageError) {
                try check()
            } catch {
                throw S3Error(error, "s3://\(bucket)")
            }
        }
        return copy
    }

    func location(_ key: String) -> Location {
        guard let object = try? S3Location(bucket: client.bucket, key: key) else {
            return Location(FilePath(forMessage: "s3://\(client.bucket)/\(key)"))
        }
        return Location(.object(object))
    }

    /// The time, in seconds since 1970.
    var now: Double { client.environment.now() }

    func request<Value>(
        _ operation: String, _ key: String, _ body: (S3Client) throws(S3Error) -> Value
    ) throws(StorageError) -> Value {
        do {
            return try body(client)
        } catch {
            throw StorageError(error, location(key), for: operation)
        }
    }

    /// Creates an error of this program's use of the bucket.
    func error(
        _ key: String, _ operation: String, _ message: String, advice: String, isTransient: Bool
    ) -> StorageError {
        .object(
            .failed(message, advice: advice, isTransient: isTransient), location(key),
            for: operation)
    }

    /// The error of a change that other processes have forestalled too often.
    func contended(_ key: String, _ operation: String) -> StorageError {
        error(
            key, operation, "other processes change it all the time",
            advice: "try again later", isTransient: true)
    }

    // MARK: Reading

    func info(_ key: String) throws(StorageError) -> ObjectInfo? {
        try request("find", key) { client throws(S3Error) in try client.head(key) }
    }

    /// Reads an object.
    ///
    /// - Returns: `nil` if there is none, or if it is larger than the limit.
    func content(_ key: String, limit: Int64) throws(StorageError) -> ObjectContent? {
        let content = try request("read", key) { client throws(S3Error) in
            try client.content(of: key, limit: limit)
        }
        guard content == nil || content?.info.etag != nil else {
            throw error(
                key, "read", "the server sends no ETag", advice: "check the endpoint",
                isTransient: false)
        }
        return content
    }

    /// Passes the objects below a prefix to a closure, in the order of their keys, until it returns false.
    func forEachObject(
        below prefix: String, pageSize: Int = 1000,
        _ body: (ListedObject) throws(StorageError) -> Bool
    ) throws(StorageError) {
        var listing = client.objects(prefix: prefix, pageSize: pageSize)
        while let object = try request("list", prefix, { _ throws(S3Error) in try listing.next() })
        {
            guard try body(object) else { return }
        }
    }

    /// Passes the names of the entries of one level below a prefix to a closure.
    func forEachEntry(
        below prefix: String,
        _ body: (_ name: String, _ isObject: Bool) throws(StorageError) -> Void
    ) throws(StorageError) {
        var listing = client.entries(prefix: prefix)
        while let entry = try request("list", prefix, { _ throws(S3Error) in try listing.next() }) {
            switch entry {
            case .object(let object):
                try body(S3Destination.suffix(of: object.key, after: prefix), true)
            case .prefix(let folder):
                try body(S3Destination.suffix(of: String(folder.dropLast()), after: prefix), false)
            }
        }
    }

    /// Returns whether any object is below a prefix.
    func hasObjects(below prefix: String) throws(StorageError) -> Bool {
        var isFound = false
        try forEachObject(below: prefix, pageSize: 1) { _ throws(StorageError) in
            isFound = true
            return false
        }
        return isFound
    }

    // MARK: Changes

    func put(
        _ body: HTTPBody, _ key: String, _ headers: ObjectHeaders, _ condition: WriteCondition
    ) throws(StorageError) -> WriteOutcome {
        try request("write", key) { client throws(S3Error) in
            try client.put(body, to: key, headers: headers, condition: condition)
        }
    }

    /// Writes an object whose key has no other content afterwards.
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - key: The key.
    ///   - headers: The headers that readers receive.
    ///   - checkReplacing: Called before another content is replaced; throws if that is not allowed.
    /// - Returns: The ETag of the object.
    /// - Throws: Also the error of `checkReplacing`.
    @discardableResult
    func ensure(
        _ body: HTTPBody, _ key: String, _ headers: ObjectHeaders,
        checkReplacing: () throws(StorageError) -> Void = {}
    ) throws(StorageError) -> String? {
        for _ in 0..<Self.maxRounds {
            if case .written(let info) = try put(body, key, headers, .ifAbsent) { return info.etag }
            guard let etag = try info(key)?.etag else { continue }
            let isEqual = try request("read", key) { client throws(S3Error) in
                try client.isContent(of: key, equalTo: body)
            }
            if isEqual { return etag }
            try checkReplacing()
            if case .written(let info) = try put(body, key, headers, .ifMatch(etag)) {
                return info.etag
            }
        }
        throw contended(key, "write")
    }

    /// Removes all objects below a prefix.
    func removeObjects(below prefix: String) throws(StorageError) {
        let requests = RequestQueue()
        try forEachObject(below: prefix) { object throws(StorageError) in
            requests.add { () throws(StorageError) in try delete(object.key) }
            return true
        }
        try requests.wait()
    }

    func delete(_ key: String, version: String? = nil) throws(StorageError) {
        try request("remove", key) { client throws(S3Error) in
            try client.delete(key, version: version)
        }
    }
}
