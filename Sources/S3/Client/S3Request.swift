internal import Transport

/// One request to a bucket or an object, before its signature.
struct S3Request {
    /// The SHA-256 of an empty body.
    static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// The longest response in memory, in bytes: a page of 1,000 keys of 1,024 bytes, each byte encoded as three.
    static let memoryLimit = 8 << 20

    var method: String
    /// The object's key; empty for the bucket.
    var key = ""
    /// The permission that it needs, for errors: `s3:GetObject`.
    var action: String
    var query: [(name: String, value: String)] = []
    var headers: [HTTPHeader] = []
    var body = HTTPBody.none
    /// The SHA-256 of the body, in hexadecimal.
    var payloadHash = Self.emptyHash
    /// Statuses beside 2xx that the caller handles.
    var accepted: Set<Int> = []
    /// Whether a conflict with another write is a reason to try again.
    var isConditional = false
    /// Whether it only removes what the caller sent itself, which others never see.
    var isCleanup = false
    /// Returns the receiver of a body of status 2xx; `nil` for memory.
    var sink: ((HTTPHead) -> HTTPSink?)?

    /// Whether it changes what others see.
    var isChange: Bool { !["GET", "HEAD"].contains(method) && !isCleanup }
}

struct S3Response {
    var http: HTTPResponse
    /// Whether an earlier attempt ended without a response, or with an error after which it may have taken effect.
    var isAmbiguous: Bool

    var status: Int { http.head.status }
}
