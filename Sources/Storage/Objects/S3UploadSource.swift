internal import S3

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Uploads in buckets.
struct S3UploadSource: UploadSource {
    let stores: RemoteStores
    /// The prefix that uploads must lie below; `nil` for any.
    let root: S3Location?

    func open(_ location: Location) throws(StorageError) -> any UploadFile {
        let object = try self.object(location, for: "open")
        let reader: S3ObjectReader
        do {
            reader = try S3ObjectReader(stores.clients.client(for: object), object.key)
        } catch {
            // Settings that cannot be used are no transient error.
            let reason = error as? ObjectError ?? (error as? S3Error).map(ObjectError.init)
            throw .object(reason ?? .unreachable("\(error)"), location, for: "open")
        }
        return try RemoteUploadFile(
            reader, at: location, name: object.description, in: stores.cache())
    }

    /// The names of the objects beside an upload that begin with its name without the extension and a dot, by one listing: a prefix
    /// may have millions of others.
    func names(beside upload: Location) throws(StorageError) -> [String] {
        let object = try self.object(upload, for: "list prefix")
        let folder = Location.folder(of: object.key)
        do {
            var names: [String] = []
            var listing = try stores.clients.client(for: object)
                .objects(prefix: folder + upload.stem + ".")
            while names.count < Self.maximumNames, let found = try listing.next() {
                let name = String(
                    decoding: found.key.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
                if !name.utf8.contains(UInt8(ascii: "/")) { names.append(name) }
            }
            return names
        } catch {
            throw StorageError(error, upload, for: "list prefix")
        }
    }

    /// Chosen far above the number of caption files of one upload.
    private static let maximumNames = 1000

    /// A missing object was removed; without access, or without an answer, nothing is known about it.
    func isCausedByUpload(_ error: StorageError) -> Bool {
        switch error.kind {
        case .object(let error): error == .gone || error == .archived
        case .outside, .notAPath, .invalidURL: true
        default: false
        }
    }

    private func object(
        _ location: Location, for operation: String
    ) throws(StorageError) -> S3Location {
        guard case .object(let object) = location.kind, !object.key.isEmpty else {
            throw StorageError(
                operation, location, EINVAL, kind: .invalidURL("it names no object"))
        }
        guard root.map(object.isBelow) ?? true else {
            throw StorageError(operation, location, EXDEV, kind: .outside)
        }
        return object
    }
}

/// One version of an object in a bucket.
struct S3ObjectReader: ObjectReader {
    let size: Int64
    let validator: String
    private let client: S3Client
    private let key: String
    private let pin: ObjectPin

    /// Pins the version of an object, or its ETag.
    init(_ client: S3Client, _ key: String) throws(ObjectError) {
        let info: ObjectInfo?
        do {
            info = try client.head(key)
        } catch {
            throw ObjectError(error)
        }
        guard let info else { throw .gone }
        guard !info.isArchived else { throw .archived }
        if let version = info.version {
            (pin, validator) = (.version(version), "version \(version)")
        } else if let etag = info.etag {
            (pin, validator) = (.etag(etag), "etag \(etag)")
        } else {
            throw .refused("the server sends neither a version nor an ETag")
        }
        (self.client, self.key, size) = (client, key, info.size)
    }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) -> Int {
        var client = client
        client.isCancelled = isStopped
        var count = 0
        do {
            try client.read(
                key, range: offset..<offset + Int64(buffer.count), pin: pin
            ) { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                unsafe rest.copyBytes(from: bytes)
                count += bytes.count
                return true
            }
        } catch {
            throw ObjectError(error)
        }
        return count
    }

    func hasChanged() throws(ObjectError) -> Bool {
        do {
            let info = try client.head(key)
            switch pin {
            // A version stays when another one follows it.
            case .version(let version): return info?.version != version
            case .etag(let etag): return info?.etag != etag
            }
        } catch {
            throw ObjectError(error)
        }
    }
}
