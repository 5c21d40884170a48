internal import Errors

/// A request for credentials to a service of the cloud.
package struct MetadataRequest: Sendable {
    package enum Method: String, Sendable { case get = "GET", put = "PUT", post = "POST" }

    package let method: Method
    /// The address; the path of a container's service is a secret.
    package let url: String
    package var headers: [(name: String, value: Secret)] = []
    /// The body, `application/x-www-form-urlencoded`; it may contain a token.
    package var form: Secret?
    /// The longest duration of the whole request, in seconds.
    package let timeout: Double
}

extension MetadataRequest: CustomStringConvertible, CustomReflectable {
    /// The method alone: everything else may be a secret.
    package var description: String { "\(method.rawValue) request" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The response to a request for credentials, whose body may contain secrets.
package struct MetadataResponse: Sendable {
    package let status: Int
    package let body: Secret

    package init(status: Int, body: Secret) {
        self.status = status
        self.body = body
    }
}

/// The error of a request that has no response.
package struct MetadataError: Error {
    /// The reason, without the request's URL, which may contain a secret: "no response within 1.0 s".
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

/// Sends requests for credentials: without a proxy, without redirects, and to any address, since metadata services have
/// link-local ones.
package protocol MetadataFetcher: Sendable {
    /// The largest body is 1 MiB; a larger one is an error.
    func response(to request: MetadataRequest) throws(MetadataError) -> MetadataResponse
}

extension MetadataFetcher {
    /// Returns the body of a response with status 200.
    ///
    /// - Throws: The status, and the service's error code, if it has one; 5xx and 429 are transient.
    func body(of request: MetadataRequest, for source: String) throws(CredentialsError) -> Secret {
        let response: MetadataResponse
        do {
            response = try self.response(to: request)
        } catch {
            throw CredentialsError(source, error.reason, retryability: .transient)
        }
        guard response.status == 200 else {
            let isTransient = response.status >= 500 || response.status == 429
            throw CredentialsError(
                source, Self.text(of: response), retryability: isTransient ? .transient : .never)
        }
        return response.body
    }

    private static func text(of response: MetadataResponse) -> String {
        let body = ResponseReader.parse(Array(response.body.reveal().utf8))
        let code = body?.firstText(of: "Code").flatMap(errorCode)
        return
            "the service responded with status \(response.status)\(code.map { " (\($0))" } ?? "")"
    }

    /// Returns an error code that may be shown: letters, digits and dots, as those of AWS.
    private static func errorCode(_ text: String) -> String? {
        let isCode = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isCode && (1...64).contains(text.utf8.count) ? text : nil
    }
}
