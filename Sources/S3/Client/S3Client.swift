internal import Foundation
internal import Synchronization
package import Transport

/// Requests to one bucket, each on its caller's thread, which it blocks until the response is complete.
///
/// Requests that fail with a transient error are sent again, with pauses that grow.
package struct S3Client: Sendable {
    package let bucket: String
    package let settings: BucketSettings
    package var retries = RetryPolicy()
    package var environment = ClientEnvironment.host
    /// Returns whether the work that requests belong to is canceled.
    package var isCancelled: @Sendable () -> Bool = { false }
    /// Called before each request that changes something is signed, repeated ones too; its error ends the call.
    package var beforeChange: @Sendable () throws(S3Error) -> Void = {}
    /// The size from which files are written in parts, in bytes.
    package var multipartThreshold: Int64 = 64 << 20
    /// The size of a part, in bytes; larger if the file would have more than 10,000 parts.
    package var partSize: Int64 = 16 << 20
    /// The number of parts that are sent at the same time.
    package var partConcurrency = 4

    private let credentials: any CredentialsSource
    private let http: HTTPClient
    let learned = LearnedAbilities()

    /// Creates the client of a bucket.
    ///
    /// - Parameters:
    ///   - bucket: The bucket's name.
    ///   - settings: The bucket's settings.
    ///   - credentials: The source of credentials, which each request asks.
    ///   - http: The client whose connections requests use.
    package init(
        bucket: String, settings: BucketSettings, credentials: any CredentialsSource,
        http: HTTPClient
    ) {
        self.bucket = bucket
        self.settings = settings
        self.credentials = credentials
        self.http = http
    }

    /// Whether requests are signed with the credentials of a source.
    func hasCredentials(_ source: RefreshedCredentials) -> Bool {
        (credentials as? RefreshedCredentials) === source
    }

    var address: BucketAddress { BucketAddress(bucket: bucket, settings: settings) }

    /// Returns the URL with which anyone can read an object for a time.
    ///
    /// - Parameters:
    ///   - key: The object's key.
    ///   - version: Its version; `nil` for the latest.
    ///   - expiry: The time for which the URL is valid, in seconds; 7 days at most.
    ///   - responseHeaders: Headers of the response, such as `response-content-disposition`.
    /// - Returns: The URL, with its signature.
    /// - Throws: `S3Error` without credentials.
    package func presignedURL(
        _ key: String, version: String? = nil, expiry: Int,
        responseHeaders: [String: String] = [:]
    ) throws(S3Error) -> String {
        var query = responseHeaders.map { (name: $0.key, value: $0.value) }
        if let version { query.append(("versionId", version)) }
        let presigned = signer(try credentials.credentials()).presignedQuery(
            for: Signer.Request(
                method: "GET", host: address.host, path: address.path(of: key), query: query,
                payloadHash: Signer.unsignedPayload),
            expiry: min(max(expiry, 1), 7 * 86400), at: environment.now())
        return address.url(of: key, query: presigned)
    }

    private func signer(_ credentials: Credentials) -> Signer {
        Signer(credentials: credentials, region: settings.region)
    }

    /// Sends a request until it succeeds or fails for good.
    ///
    /// - Returns: The response: a success, or one whose status the request accepts.
    /// - Throws: `S3Error`.
    func send(_ request: S3Request) throws(S3Error) -> S3Response {
        var isAmbiguous = false
        var attempts = RetryAttempts(retries, in: environment)
        while true {
            let error: S3Error
            switch try exchange(request) {
            case .response(let response):
                return S3Response(
                    http: response, isAmbiguous: isAmbiguous || response.isRepeated)
            case .failed(let failure): throw failure
            case .transient(let failure, let mayHaveWorked):
                error = failure
                isAmbiguous = isAmbiguous || mayHaveWorked
            }
            try pause(after: error, &attempts)
        }
    }

    /// Pauses after a failed attempt.
    ///
    /// - Throws: The error of the attempt, if it was the last one; `REQUEST_CANCELLED`.
    func pause(
        after error: S3Error, hasProgress: Bool = false, _ attempts: inout RetryAttempts
    ) throws(S3Error) {
        let step = attempts.pause(
            hasProgress: hasProgress, isAnswered: learned.isAnswered, isCancelled: isCancelled)
        switch step {
        case .attempt: return
        case .end: throw error
        case .cancelled:
            throw S3Error(
                .cancelled, "s3://\(bucket)", "the request was canceled", advice: "start again")
        }
    }

    enum Exchange {
        case response(HTTPResponse)
        case failed(S3Error)
        case transient(S3Error, mayHaveWorked: Bool)
    }

    /// Sends a request once, and again with other credentials if the server rejects those of the first request as expired.
    ///
    /// - Throws: `S3Error` without credentials, or that of `beforeChange`.
    func exchange(_ request: S3Request) throws(S3Error) -> Exchange {
        let used = try credentials.credentials()
        let exchange = try exchange(request, signedWith: used)
        guard case .failed(let error) = exchange, error.code == .expiredCredentials else {
            return exchange
        }
        credentials.discard(used)
        let fresh = try credentials.credentials()
        return fresh == used ? exchange : try self.exchange(request, signedWith: fresh)
    }

    private func exchange(
        _ request: S3Request, signedWith credentials: Credentials
    ) throws(S3Error) -> Exchange {
        if request.isChange { try beforeChange() }
        let time = environment.now()
        let signed = sign(request, with: credentials, at: time)
        let response: HTTPResponse
        do {
            response = try http.send(
                signed, isCancelled: isCancelled,
                sink: { head in (200...299).contains(head.status) ? request.sink?(head) : nil })
        } catch {
            let failure = S3Error(
                error, subject: subject(request.key), endpoint: address.endpoint.description)
            return error.isTransient
                ? .transient(
                    failure, mayHaveWorked: error.kind != .connect && error.kind != .resolve)
                : .failed(failure)
        }
        learned.isAnswered = true
        let status = response.head.status
        let details = ResponseReader.parse(response.body)
        // The completion of a multipart upload reports errors with status 200.
        let isError = request.sink == nil && details?.name == "Error"
        if (200...299).contains(status), !isError || request.method == "HEAD" {
            return .response(response)
        }
        if request.accepted.contains(status) { return .response(response) }
        let failed = FailedRequest(
            subject: subject(request.key), action: request.action, method: request.method,
            isForObject: !request.key.isEmpty, region: settings.region,
            sendsEncryption: settings.encryption != nil, time: time, head: response.head,
            details: details)
        let isTransient = failed.isTransient || request.isConditional && failed.isConflict
        guard isTransient || isError && (200...299).contains(status) else {
            return .failed(failed.error)
        }
        return .transient(
            S3Error(
                .unavailable, failed.subject, failed.error.message, advice: "try again later"),
            mayHaveWorked: !failed.isThrottled && !failed.isConflict)
    }

    private func sign(
        _ request: S3Request, with credentials: Credentials, at time: Double
    ) -> HTTPRequest {
        var headers = request.headers
        headers.append(HTTPHeader("x-amz-content-sha256", request.payloadHash))
        if let owner = settings.expectedOwner {
            headers.append(HTTPHeader("x-amz-expected-bucket-owner", owner))
        }
        if settings.requesterPays {
            headers.append(HTTPHeader("x-amz-request-payer", "requester"))
        }
        let path = address.path(of: request.key)
        headers += signer(credentials).headers(
            for: Signer.Request(
                method: request.method, host: address.host, path: path, query: request.query,
                headers: headers, payloadHash: request.payloadHash),
            at: time)
        return HTTPRequest(
            request.method,
            address.url(of: request.key, query: Signer.canonicalQuery(request.query)),
            headers: headers, body: request.body,
            // The endpoint comes from the configuration, not from a job.
            allowsPrivate: true, memoryLimit: S3Request.memoryLimit)
    }

    func subject(_ key: String) -> String { "s3://\(bucket)/\(key)" }
}

/// Properties of the server that a client has found, for all copies of the client.
final class LearnedAbilities: Sendable {
    private struct Flags {
        var isAnswered = false
        var bucketExists = false
        var checksConditions = false
        var requiresBareETags = false
    }

    private let flags = Mutex(Flags())

    /// Whether the server has ever responded.
    var isAnswered: Bool {
        get { flags.withLock { $0.isAnswered } }
        set { flags.withLock { $0.isAnswered = newValue } }
    }
    /// Whether the bucket is known to exist.
    var bucketExists: Bool {
        get { flags.withLock { $0.bucketExists } }
        set { flags.withLock { $0.bucketExists = newValue } }
    }
    /// Whether the server is known to check the conditions of writes.
    var checksConditions: Bool {
        get { flags.withLock { $0.checksConditions } }
        set { flags.withLock { $0.checksConditions = newValue } }
    }
    /// Whether the server compares the ETag in the condition of a write without its quotes.
    var requiresBareETags: Bool {
        get { flags.withLock { $0.requiresBareETags } }
        set { flags.withLock { $0.requiresBareETags = newValue } }
    }
}
