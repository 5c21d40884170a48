internal import Crypto
internal import Foundation
internal import MediaUnits
package import Transport

extension S3Client {
    /// Writes an object, in parts if it is large.
    ///
    /// - Parameters:
    ///   - body: The content; the server verifies its SHA-256.
    ///   - key: The object's key.
    ///   - headers: The headers that readers receive.
    ///   - condition: The condition of the write. Where the settings say that the server ignores conditions, the client checks
    ///     it before, which does not exclude another writer.
    /// - Returns: The written object, or that the condition does not hold.
    /// - Throws: `S3Error`; `NO_CONDITIONAL_WRITES` if the first conditional write shows that the server ignores conditions.
    package func put(
        _ body: HTTPBody, to key: String, headers: ObjectHeaders = ObjectHeaders(),
        condition: WriteCondition = .none
    ) throws(S3Error) -> WriteOutcome {
        try requireKey(key)
        if !settings.sendsConditions, try !holds(condition, for: key) { return .conditionFailed }
        if body.count >= multipartThreshold {
            return try MultipartWrite(
                client: self, body: body, key: key, headers: headers, condition: condition
            ).run()
        }
        let content = try ContentHash(body, subject: subject(key))
        var request = S3Request(method: "PUT", key: key, action: "s3:PutObject")
        let common = writeHeaders(headers) + content.headers
        request.headers = common + self.headers(of: condition)
        request.body = body
        request.payloadHash = content.hexadecimal
        request.accept(condition, settings)
        var response = try send(request)
        if response.status == 412, case .ifMatch(let etag) = condition, !learned.requiresBareETags,
            try head(key)?.etag == etag
        {
            request.headers = common + [HTTPHeader("If-Match", Self.bare(etag))]
            let isAmbiguous = response.isAmbiguous
            response = try send(request)
            response.isAmbiguous = response.isAmbiguous || isAmbiguous
            if (200...299).contains(response.status) { learned.requiresBareETags = true }
        }
        guard (200...299).contains(response.status) else {
            guard response.isAmbiguous, try isContent(of: key, content, size: body.count) else {
                if response.status == 404 { try checkBucket() }
                if response.status == 412 { learned.checksConditions = true }
                return .conditionFailed
            }
            return .written(try confirm(key, size: body.count))
        }
        if condition == .ifAbsent, settings.sendsConditions, !learned.checksConditions {
            try checkConditions(request)
        }
        return .written(try written(key, content, size: body.count, response.http.head))
    }

    /// Returns the properties of an object by the response to its write: the server has verified the signed hash of all bytes.
    private func written(
        _ key: String, _ content: ContentHash, size: Int64, _ head: HTTPHead
    ) throws(S3Error) -> ObjectInfo {
        var info = ObjectInfo(head)
        // Some servers send no ETag in response to a write.
        guard info.etag != nil else { return try confirm(key, size: size) }
        guard info.sha256 == nil || info.sha256 == content.base64 else {
            throw S3Error(
                .unconfirmed, subject(key), "the server has another SHA-256 of the content",
                advice: "write the object again")
        }
        info.size = size
        return info
    }

    /// Returns whether an object has a content, by the server's SHA-256 or by reading the object.
    package func isContent(of key: String, equalTo body: HTTPBody) throws(S3Error) -> Bool {
        try isContent(
            of: key, ContentHash(body, subject: subject(key)), size: body.count)
    }

    private func isContent(
        of key: String, _ content: ContentHash, size: Int64
    ) throws(S3Error) -> Bool {
        guard let info = try head(key), info.size == size else { return false }
        if let sha256 = info.sha256 { return sha256 == content.base64 }
        guard let pin = info.etag.map(ObjectPin.etag) ?? info.version.map(ObjectPin.version)
        else { return false }
        var hash = SHA256()
        try read(key, range: 0..<size, pin: pin) { bytes in
            hash.update(data: bytes)
            return true
        }
        return hash.finalize().hexadecimal == content.hexadecimal
    }

    /// Repeats a write that requires an absent key, with the same content: a server that checks conditions refuses it.
    private func checkConditions(_ request: S3Request) throws(S3Error) {
        guard try send(request).status == 412 else {
            throw S3Error(
                .noConditionalWrites, subject(request.key),
                "the server ignores the conditions of writes",
                advice: "use a server with conditional writes, or allow writes without conditions")
        }
        learned.checksConditions = true
    }

    /// Checks a condition by the object's properties.
    func holds(_ condition: WriteCondition, for key: String) throws(S3Error) -> Bool {
        switch condition {
        case .none: true
        case .ifAbsent: try head(key) == nil
        case .ifMatch(let etag): try head(key)?.etag == etag
        }
    }

    /// Returns the properties of a written object; responses to writes may have an empty ETag.
    package func confirm(_ key: String, size: Int64) throws(S3Error) -> ObjectInfo {
        guard let info = try head(key), info.size == size else {
            throw S3Error(
                .unconfirmed, subject(key), "the object does not have the size that was written",
                advice: "write the object again")
        }
        return info
    }

    func headers(of condition: WriteCondition) -> [HTTPHeader] {
        guard settings.sendsConditions else { return [] }
        return switch condition {
        case .none: []
        case .ifAbsent: [HTTPHeader("If-None-Match", "*")]
        case .ifMatch(let etag):
            [HTTPHeader("If-Match", learned.requiresBareETags ? Self.bare(etag) : etag)]
        }
    }

    /// Returns an ETag without its quotes: Ceph's radosgw 16 compares the condition of a write with that, and refuses the form with
    /// quotes (RFC 9110, 8.8.3).
    private static func bare(_ etag: String) -> String {
        etag.count > 1 && etag.hasPrefix("\"") && etag.hasSuffix("\"")
            ? String(etag.dropFirst().dropLast()) : etag
    }

    func writeHeaders(_ headers: ObjectHeaders) -> [HTTPHeader] {
        var result = [HTTPHeader("Content-Type", headers.contentType)]
        let add = { (name: String, value: String?) in
            if let value { result.append(HTTPHeader(name, value)) }
        }
        add("Cache-Control", headers.cacheControl)
        add("Content-Disposition", headers.contentDisposition)
        add("x-amz-storage-class", settings.storageClass)
        add("x-amz-acl", settings.acl)
        if !settings.tags.isEmpty {
            add("x-amz-tagging", Signer.canonicalQuery(settings.tags.map { ($0.key, $0.value) }))
        }
        switch settings.encryption {
        case nil: break
        case .s3: add("x-amz-server-side-encryption", "AES256")
        case .kms(let key):
            add("x-amz-server-side-encryption", "aws:kms")
            add("x-amz-server-side-encryption-aws-kms-key-id", key)
        }
        return result
    }

    /// Removes an object, or one of its versions; an absent object is a success.
    ///
    /// - Throws: `S3Error`.
    package func delete(_ key: String, version: String? = nil) throws(S3Error) {
        try requireKey(key)
        var request = S3Request(method: "DELETE", key: key, action: "s3:DeleteObject")
        if let version {
            request.query = [("versionId", version)]
            request.action = "s3:DeleteObjectVersion"
        }
        request.accepted = [404]
        if try send(request).status == 404 { try checkBucket() }
    }

    /// Removes a multipart upload and its parts; an absent upload is a success.
    ///
    /// - Throws: `S3Error`.
    package func abortUpload(_ id: String, of key: String) throws(S3Error) {
        var request = S3Request(method: "DELETE", key: key, action: "s3:AbortMultipartUpload")
        request.query = [("uploadId", id)]
        request.isCleanup = true
        request.accepted = [404]
        _ = try send(request)
    }
}

extension S3Request {
    /// Accepts the statuses by which servers report that a condition does not hold.
    mutating func accept(_ condition: WriteCondition, _ settings: BucketSettings) {
        guard condition != .none, settings.sendsConditions else { return }
        isConditional = true
        accepted.insert(412)
        // Amazon S3 responds so to If-Match for an absent object.
        if case .ifMatch = condition { accepted.insert(404) }
    }
}

/// The SHA-256 of a body.
struct ContentHash {
    let hexadecimal: String
    let base64: String

    init(_ body: HTTPBody, subject: String) throws(S3Error) {
        var hash = SHA256()
        do {
            try body.forEachChunk { hash.update(data: $0) }
        } catch {
            throw S3Error(
                .changed, subject, error.message, advice: "try again with an unchanged file",
                cause: error)
        }
        let digest = hash.finalize()
        hexadecimal = digest.hexadecimal
        base64 = Data(digest).base64EncodedString()
    }

    var headers: [HTTPHeader] { [HTTPHeader("x-amz-checksum-sha256", base64)] }
}
