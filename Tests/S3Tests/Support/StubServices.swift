import Synchronization

@testable import S3

/// Services that answer requests for credentials from a table, and record the requests.
final class StubServices: MetadataFetcher {
    /// The response to a request, or the reason why there is none.
    enum Answer: Sendable {
        case body(String, status: Int = 200)
        case none(String)
    }

    private let answers: Mutex<[String: [Answer]]>
    private let seen = Mutex<[MetadataRequest]>([])

    /// The requests so far.
    var requests: [MetadataRequest] { seen.withLock(\.self) }

    /// - Parameter answers: By method and URL: "GET http://host/path". Each is given once, the last one always.
    init(_ answers: [String: [Answer]] = [:]) { self.answers = Mutex(answers) }

    func response(to request: MetadataRequest) throws(MetadataError) -> MetadataResponse {
        seen.withLock { $0.append(request) }
        let answer = answers.withLock { answers -> Answer in
            let key = "\(request.method.rawValue) \(request.url)"
            guard let rest = answers[key], let first = rest.first else { return .none("refused") }
            if rest.count > 1 { answers[key] = Array(rest.dropFirst()) }
            return first
        }
        switch answer {
        case .body(let text, let status):
            return MetadataResponse(status: status, body: Secret(text))
        case .none(let reason): throw MetadataError(reason: reason)
        }
    }
}

extension MetadataRequest {
    /// The headers and the form as text, for comparison.
    var texts: [String] {
        headers.map { "\($0.name): \($0.value.reveal())" } + (form.map { [$0.reveal()] } ?? [])
    }
}
