internal import Transport

/// Requests for credentials over HTTP: without proxies and redirects, also to link-local addresses.
struct HTTPMetadataFetcher: MetadataFetcher {
    private static let bodyLimit = 1 << 20

    let http: HTTPClient

    func response(to request: MetadataRequest) throws(MetadataError) -> MetadataResponse {
        var message = HTTPRequest(
            request.method.rawValue, request.url,
            headers: request.headers.map { HTTPHeader($0.name, $0.value.reveal()) },
            allowsPrivate: true,
            timeouts: HTTPTimeouts(connect: request.timeout, stall: 0, overall: request.timeout),
            memoryLimit: Self.bodyLimit)
        // The token service and IMDSv2 need a length, of 0 without a form.
        if request.method != .get {
            message.body = .bytes(Array((request.form?.reveal() ?? "").utf8))
        }
        do {
            let response = try http.send(message)
            guard response.isComplete else {
                throw MetadataError(reason: "the response is larger than 1 MiB")
            }
            return MetadataResponse(
                status: response.head.status,
                body: Secret(String(decoding: response.body, as: UTF8.self)))
        } catch let error as TransportError {
            throw MetadataError(
                reason: error.kind == .timeout
                    ? "no response within \(request.timeout) s" : error.message)
        } catch {
            throw error as? MetadataError ?? MetadataError(reason: "the request failed")
        }
    }
}
