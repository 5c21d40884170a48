internal import Transport

extension S3Client {
    /// Returns the properties of an object; `nil` if no object has the key.
    ///
    /// - Throws: `S3Error`, with `NO_SUCH_BUCKET` also where only the bucket is missing.
    package func head(_ key: String, version: String? = nil) throws(S3Error) -> ObjectInfo? {
        try requireKey(key)
        var request = S3Request(method: "HEAD", key: key, action: "s3:GetObject")
        request.headers = [HTTPHeader("x-amz-checksum-mode", "ENABLED")]
        if let version { request.query = [("versionId", version)] }
        // A response to HEAD has no body, so only that of another request names the error.
        request.accepted = [301, 307, 308, 400, 403, 404]
        var check = request
        check.method = "GET"
        check.headers = [HTTPHeader("Range", "bytes=0-0")]
        check.accepted = [404, 416]
        var status = 0
        // If the other request succeeds, it may have replaced expired credentials.
        for _ in 0..<2 {
            let response = try send(request).http.head
            status = response.status
            switch status {
            case 200...299: return ObjectInfo(response)
            case 404:
                try checkBucket()
                return nil
            default: _ = try send(check)
            }
        }
        throw S3Error(
            .request, subject(key), "the server refused HEAD with status \(status)",
            advice: "check the endpoint")
    }

    /// Checks once that the bucket exists, as far as the permissions show it.
    func checkBucket() throws(S3Error) {
        guard !learned.bucketExists else { return }
        var request = S3Request(method: "HEAD", action: "s3:ListBucket")
        request.accepted = [301, 307, 308, 400, 403, 404]
        let status = try send(request).status
        guard status != 404 else {
            // A response to HEAD has no body, which shows whether the endpoint is a server of S3 at all.
            var objects = objects(prefix: "", pageSize: 1)
            _ = try objects.next()
            throw S3Error(
                .noSuchBucket, "s3://\(bucket)", "the bucket does not exist",
                advice: "check the bucket's name and the endpoint")
        }
        learned.bucketExists = true
    }

    func requireKey(_ key: String) throws(S3Error) {
        guard !key.isEmpty, key.utf8.count <= S3Location.maxKeyLength else {
            throw S3Error(
                .url, subject(key), "an object needs a key of 1 to 1,024 bytes",
                advice: "write s3://BUCKET/KEY")
        }
    }

    /// Reads a range of an object in order, as often as connections end before it does.
    ///
    /// - Parameters:
    ///   - key: The object's key.
    ///   - range: The range, in bytes, inside of the object.
    ///   - pin: The identity of the content that the range belongs to.
    ///   - sink: Takes the next bytes, and returns whether it wants more.
    /// - Throws: `S3Error`, with `CHANGED` if the object has another content now.
    package func read(
        _ key: String, range: Range<Int64>, pin: ObjectPin,
        into sink: @escaping ([UInt8]) -> Bool
    ) throws(S3Error) {
        try requireKey(key)
        let progress = RangeProgress(range: range, pin: pin, sink: sink)
        var attempts = RetryAttempts(retries, in: environment)
        while !progress.isDone {
            let start = progress.position
            let error: S3Error
            switch try exchange(progress.request(key)) {
            case .failed(let failure): throw failure
            case .transient(let failure, _): error = failure
            case .response(let response):
                if let rejection = progress.rejection {
                    throw Self.error(rejection, subject(key))
                }
                guard !progress.isDone else { return }
                error = S3Error(
                    .unreachable, subject(key),
                    "the response of status \(response.head.status) ended before its range did",
                    advice: "check the endpoint and the network")
            }
            try pause(after: error, hasProgress: progress.position > start, &attempts)
        }
    }

    /// Reads an object whole.
    ///
    /// If the response has no length, another request asks for it.
    ///
    /// - Parameters:
    ///   - key: The object's key.
    ///   - limit: The largest size, in bytes.
    /// - Returns: The object; `nil` if there is none, or if it is larger than the limit.
    /// - Throws: `S3Error`.
    package func content(of key: String, limit: Int64) throws(S3Error) -> ObjectContent? {
        try requireKey(key)
        var attempts = RetryAttempts(retries, in: environment)
        while true {
            let body = WholeBody(limit: limit)
            var request = S3Request(method: "GET", key: key, action: "s3:GetObject")
            request.accepted = [404]
            request.sink = body.begin
            let error: S3Error
            switch try exchange(request) {
            case .failed(let failure): throw failure
            case .transient(let failure, _): error = failure
            case .response(let response):
                guard response.head.status != 404 else {
                    try checkBucket()
                    return nil
                }
                guard !body.isTooLarge else { return nil }
                if let flaw = try flaw(response.head, body.bytes.count, of: key) {
                    error = S3Error(
                        .unreachable, subject(key), flaw,
                        advice: "check the endpoint and the network")
                    break
                }
                var info = ObjectInfo(response.head)
                info.size = Int64(body.bytes.count)
                return ObjectContent(info: info, bytes: body.bytes)
            }
            try pause(after: error, &attempts)
        }
    }

    /// Returns why the body of a response is not a whole object; `nil` if it is.
    ///
    /// A response without a length ends with its connection, which a server or proxy that crashes closes, too.
    private func flaw(
        _ response: HTTPHead, _ count: Int, of key: String
    ) throws(S3Error) -> String? {
        let ended = "the response ended before the object did"
        let received = ObjectInfo(response)
        if response["Content-Length"] != nil { return received.size == count ? nil : ended }
        // Such a response has an end of its own, which the transport checks.
        if response["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") == true { return nil }
        guard let object = try head(key), object.etag == received.etag else {
            return "the object has changed while it was read"
        }
        // Without a length in this response either, the size is 0 and unknown.
        return [0, Int64(count)].contains(object.size) ? nil : ended
    }

    private static func error(
        _ rejection: RangeProgress.Rejection, _ subject: String
    ) -> S3Error {
        switch rejection {
        case .changed:
            S3Error(
                .changed, subject, "the object has changed while it was read",
                advice: "start again with the new object")
        case .noRanges:
            S3Error(
                .endpoint, subject, "the server does not serve the range of the request",
                advice: "use a server that supports range requests")
        }
    }
}

/// An object that was read whole.
package struct ObjectContent: Sendable {
    package let info: ObjectInfo
    package let bytes: [UInt8]
}

/// The body of a response, up to a limit.
private final class WholeBody {
    private let limit: Int64
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false

    init(limit: Int64) { self.limit = limit }

    func begin(_ head: HTTPHead) -> HTTPSink? {
        isTooLarge = head["Content-Length"].flatMap { Int64($0) }.map { $0 > limit } ?? false
        return isTooLarge ? { _ in false } : take
    }

    private func take(_ part: [UInt8]) -> Bool {
        isTooLarge = Int64(bytes.count + part.count) > limit
        if !isTooLarge { bytes += part }
        return !isTooLarge
    }
}

/// The position in a range that is read with one or more requests.
private final class RangeProgress {
    enum Rejection {
        case changed
        case noRanges
    }

    private let range: Range<Int64>
    private let pin: ObjectPin
    private let sink: HTTPSink
    /// The offset of the next byte in the object.
    private(set) var position: Int64
    private(set) var isStopped = false
    private(set) var rejection: Rejection?

    init(range: Range<Int64>, pin: ObjectPin, sink: @escaping HTTPSink) {
        self.range = range
        self.pin = pin
        self.sink = sink
        position = range.lowerBound
    }

    var isDone: Bool { isStopped || position >= range.upperBound }

    func request(_ key: String) -> S3Request {
        var request = S3Request(method: "GET", key: key, action: "s3:GetObject")
        request.headers = [HTTPHeader("Range", "bytes=\(position)-\(range.upperBound - 1)")]
        switch pin {
        case .etag(let etag): request.headers.append(HTTPHeader("If-Match", etag))
        case .version(let version):
            request.query = [("versionId", version)]
            request.action = "s3:GetObjectVersion"
        }
        request.sink = { head in
            self.rejection = self.check(head)
            guard self.rejection == nil else { return { _ in false } }
            return self.take
        }
        return request
    }

    /// Checks that a body begins at the position and belongs to the pinned content.
    private func check(_ head: HTTPHead) -> Rejection? {
        if case .etag(let etag) = pin, let actual = head["ETag"], !actual.isEmpty, actual != etag {
            return .changed
        }
        // "bytes 10-19/100"; status 200 has all bytes, or those of its Content-Range with some servers.
        let start = head["Content-Range"].flatMap { text -> Int64? in
            guard text.hasPrefix("bytes ") else { return nil }
            return text.dropFirst(6).split(separator: "-").first.flatMap { Int64($0) }
        }
        let begins = start ?? (head.status == 200 ? 0 : -1)
        return begins == position ? nil : .noRanges
    }

    private func take(_ bytes: [UInt8]) -> Bool {
        let wanted = Int(min(Int64(bytes.count), range.upperBound - position))
        position += Int64(wanted)
        if wanted > 0, !sink(wanted == bytes.count ? bytes : Array(bytes.prefix(wanted))) {
            isStopped = true
        }
        return !isDone || wanted == bytes.count && !isStopped
    }
}

extension ObjectInfo {
    /// Creates the properties that the head of a response has; without a size, 0 bytes.
    init(_ head: HTTPHead) {
        let storageClass = head["x-amz-storage-class"]
        let isRestored = head["x-amz-restore"]?.contains("ongoing-request=\"false\"") ?? false
        self.init(
            size: head["Content-Length"].flatMap { Int64($0) } ?? 0,
            etag: head["ETag"].flatMap { ["", "\"\""].contains($0) ? nil : $0 },
            version: head["x-amz-version-id"].flatMap { $0 == "null" ? nil : $0 },
            lastModified: head["Last-Modified"], storageClass: storageClass,
            isArchived: ["GLACIER", "DEEP_ARCHIVE"].contains(storageClass) && !isRestored,
            sha256: head["x-amz-checksum-sha256"])
    }
}
