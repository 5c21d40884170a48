internal import Dispatch
internal import Synchronization
internal import Transport

/// The write of a large object in parts, several at a time; what it has sent is removed if it fails.
struct MultipartWrite {
    /// The largest number of parts (Amazon S3, multipart upload limits).
    private static let maxParts: Int64 = 10_000

    let client: S3Client
    let body: HTTPBody
    let key: String
    let headers: ObjectHeaders
    let condition: WriteCondition

    private struct Part {
        var etag: String
        /// The SHA-256 in Base64; `nil` if the server has not verified one.
        var sha256: String?
    }

    func run() throws(S3Error) -> WriteOutcome {
        let id = try create()
        let outcome: WriteOutcome
        do {
            let parts = try sendParts(to: id)
            outcome = try complete(id, parts)
        } catch {
            // The lifecycle rule of the bucket removes what cannot be removed now.
            try? client.abortUpload(id, of: key)
            throw error
        }
        if outcome == .conditionFailed { try client.abortUpload(id, of: key) }
        return outcome
    }

    private func create() throws(S3Error) -> String {
        var request = S3Request(method: "POST", key: key, action: "s3:PutObject")
        request.query = [("uploads", "")]
        request.headers =
            client.writeHeaders(headers) + [HTTPHeader("x-amz-checksum-algorithm", "SHA256")]
        let response = try client.send(request).http
        guard let id = ResponseReader.parse(response.body)?["UploadId"], !id.isEmpty else {
            throw S3Error(
                .endpoint, client.subject(key), "the response has no id of the multipart upload",
                advice: "check the endpoint")
        }
        return id
    }

    private func sendParts(to id: String) throws(S3Error) -> [Part] {
        // A multiple of 1 MiB, so that parts have one size, as Cloudflare R2 demands.
        let least = (body.count + Self.maxParts - 1) / Self.maxParts
        let size = max(client.partSize, (least + (1 << 20) - 1) / (1 << 20) * (1 << 20))
        let count = Int((body.count + size - 1) / size)
        let state = PartQueue<Part>(count: count)
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "multipart", attributes: .concurrent)
        for _ in 0..<min(count, max(1, client.partConcurrency)) {
            queue.async(group: group) {
                while let index = state.next() {
                    let start = Int64(index) * size
                    state.finish(
                        index,
                        Result { () throws(S3Error) in
                            try send(start..<min(start + size, body.count), number: index + 1, id)
                        })
                }
            }
        }
        group.wait()
        return try state.results()
    }

    private func send(
        _ range: Range<Int64>, number: Int, _ id: String
    ) throws(S3Error) -> Part {
        let part: HTTPBody =
            switch body {
            case .none: .none
            case .bytes(let bytes):
                .bytes(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
            case .file(let descriptor, let whole):
                .file(
                    descriptor: descriptor,
                    range: whole.lowerBound + range.lowerBound..<whole.lowerBound
                        + range.upperBound)
            }
        let content = try ContentHash(part, subject: client.subject(key))
        var request = S3Request(method: "PUT", key: key, action: "s3:PutObject")
        request.query = [("partNumber", String(number)), ("uploadId", id)]
        request.headers = content.headers
        request.body = part
        request.payloadHash = content.hexadecimal
        let head = try client.send(request).http.head
        guard let etag = head["ETag"], !etag.isEmpty else {
            throw S3Error(
                .endpoint, client.subject(key), "the response to a part has no ETag",
                advice: "check the endpoint")
        }
        return Part(etag: etag, sha256: head["x-amz-checksum-sha256"])
    }

    private func complete(_ id: String, _ parts: [Part]) throws(S3Error) -> WriteOutcome {
        // Some servers ignore the condition of a completion: then only this check, immediately before, honors it.
        guard try client.holds(condition, for: key) else { return .conditionFailed }
        let list = parts.enumerated().map { index, part in
            let sum = part.sha256.map { "<ChecksumSHA256>\(escaped($0))</ChecksumSHA256>" } ?? ""
            return "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(escaped(part.etag))</ETag>"
                + sum + "</Part>"
        }
        let text = HTTPBody.bytes(
            Array(
                "<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>".utf8))
        var request = S3Request(method: "POST", key: key, action: "s3:PutObject")
        request.query = [("uploadId", id)]
        request.headers = client.headers(of: condition) + [HTTPHeader("Content-Type", "text/xml")]
        request.body = text
        request.payloadHash = try ContentHash(text, subject: client.subject(key)).hexadecimal
        request.accept(condition, client.settings)
        request.accepted.insert(404)
        let response = try client.send(request)
        switch response.status {
        case 412: return .conditionFailed
        case 404:
            // The upload no longer exists: an attempt without a response has completed it.
            guard response.isAmbiguous, let info = try client.head(key), info.size == body.count,
                info.etag?.contains("-\(parts.count)") ?? false
            else {
                if case .ifMatch = condition, try client.head(key) == nil {
                    return .conditionFailed
                }
                throw S3Error(
                    .unconfirmed, client.subject(key), "the multipart upload no longer exists",
                    advice: "write the object again")
            }
            return .written(info)
        default: return .written(try client.confirm(key, size: body.count))
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
    }
}

/// The parts that wait, and the results of the others; the first error ends the queue.
private final class PartQueue<Value: Sendable>: Sendable {
    private struct State {
        var next = 0
        var values: [Value?]
        var error: S3Error?
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(values: Array(repeating: nil, count: count))) }

    func next() -> Int? {
        state.withLock { state in
            guard state.error == nil, state.next < state.values.count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func finish(_ index: Int, _ result: Result<Value, S3Error>) {
        state.withLock { state in
            switch result {
            case .success(let value): state.values[index] = value
            case .failure(let error): state.error = state.error ?? error
            }
        }
    }

    func results() throws(S3Error) -> [Value] {
        let (values, error) = state.withLock { ($0.values, $0.error) }
        if let error { throw error }
        return values.compactMap(\.self)
    }
}
