internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Uploads on web servers that serve ranges; they have no captions beside them.
struct WebUploadSource: UploadSource {
    let stores: RemoteStores
    /// Whether the host of the URL may have an address outside of the public internet.
    let allowsPrivate: Bool

    func open(_ location: Location) throws(StorageError) -> any UploadFile {
        guard case .web(let url) = location.kind else {
            throw StorageError("open", location, EINVAL, kind: .invalidURL("it names no file"))
        }
        let reader: WebObjectReader
        do {
            reader = try WebObjectReader(
                WebRequests(url, http: stores.http, allowsPrivate: allowsPrivate))
        } catch {
            throw .object(error, location, for: "open")
        }
        return try RemoteUploadFile(
            reader, at: location, name: url.identity, isPinned: reader.isPinned,
            in: stores.cache())
    }

    func names(beside upload: Location) throws(StorageError) -> [String] { [] }

    func isCausedByUpload(_ error: StorageError) -> Bool {
        if case .object(let error) = error.kind { !error.isTransient } else { false }
    }
}

/// One version of a file on a web server.
struct WebObjectReader: ObjectReader {
    let size: Int64
    let validator: String
    /// Whether the server has a strong validator, which changes with each change of the content (RFC 9110, 8.8.1).
    let isPinned: Bool
    private let requests: WebRequests
    private let etag: String?
    private let lastModified: String?

    /// The largest file, in bytes; a server may state any size, and those of stores of objects are smaller.
    static let largestSize: Int64 = 50 << 40

    /// Reads the first byte, which shows size and validators: a URL that is signed for GET allows no HEAD.
    init(_ requests: WebRequests) throws(ObjectError) {
        let head = try requests.send([HTTPHeader("Range", "bytes=0-0")])
        guard let size = Self.size(head) else {
            throw .refused("the web server serves no ranges, or does not tell the size")
        }
        guard (0...Self.largestSize).contains(size) else {
            throw .refused("the web server states a size of \(size) bytes")
        }
        self.init(requests, after: head, size: size)
    }

    /// Continues after a response with the first bytes.
    init(_ requests: WebRequests, after head: HTTPHead, size: Int64) {
        (self.requests, self.size) = (requests, size)
        let tag = Self.strongTag(head)
        (etag, lastModified) = (tag, head["Last-Modified"])
        isPinned = tag != nil
        validator = tag.map { "etag \($0)" } ?? lastModified.map { "modified \($0)" } ?? ""
    }

    private static func strongTag(_ head: HTTPHead) -> String? {
        head["ETag"].flatMap { $0.isEmpty || $0.hasPrefix("W/") ? nil : $0 }
    }

    /// The size of the whole file; `nil` if the response has no range.
    static func size(_ head: HTTPHead) -> Int64? {
        switch head.status {
        // "bytes 0-0/1234", and "bytes */0" of an empty file.
        case 206, 416:
            head["Content-Range"]?.split(separator: "/").last.flatMap { Int64($0) }
        case 200 where head["Content-Length"] == "0": 0
        default: nil
        }
    }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) -> Int {
        var count = 0
        let range = HTTPHeader("Range", "bytes=\(offset)-\(offset + Int64(buffer.count) - 1)")
        let head = try requests.send([range] + conditions, isStopped: isStopped) { head in
            guard head.status == 206, !isOther(head), Self.size(head) == size,
                head["Content-Range"]?.hasPrefix("bytes \(offset)-") ?? false
            else { return nil }
            count = 0
            return { bytes in
                let part = bytes.prefix(buffer.count - count)
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                unsafe rest.copyBytes(from: part)
                count += part.count
                return part.count == bytes.count
            }
        }
        guard head.status == 206, !isOther(head), Self.size(head) == size else { throw .changed }
        return count
    }

    func hasChanged() throws(ObjectError) -> Bool {
        do {
            let head = try requests.send([HTTPHeader("Range", "bytes=0-0")] + conditions)
            return head.status == 412 || isOther(head) || Self.size(head) != size
        } catch {
            if error == .gone || error == .changed { return true }
            throw error
        }
    }

    private var conditions: [HTTPHeader] {
        if let etag { return [HTTPHeader("If-Match", etag)] }
        return lastModified.map { [HTTPHeader("If-Unmodified-Since", $0)] } ?? []
    }

    private func isOther(_ head: HTTPHead) -> Bool {
        if let etag { return head["ETag"] != etag }
        return lastModified != nil && head["Last-Modified"] != lastModified
    }
}
