import Foundation
import TestSupport

/// An HTTP client that sends the exact bytes of a test.
struct LoopbackClient: Sendable {
    struct Response: Sendable {
        let status: Int
        /// The headers, with names in lower case.
        let headers: [String: String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The value of a JSON field, by a path of names and indices: `error.code`, `jobs.0.id`.
        subscript(json path: String) -> Any? {
            var value = try? JSONSerialization.jsonObject(with: body)
            for name in path.split(separator: ".") {
                if let list = value as? [Any], let index = Int(name) {
                    value = list.indices.contains(index) ? list[index] : nil
                } else {
                    value = (value as? [String: Any])?[String(name)]
                }
            }
            return value is NSNull ? nil : value
        }

        func string(_ path: String) -> String? { self[json: path] as? String }
        func int(_ path: String) -> Int? { self[json: path] as? Int }
    }

    struct Failure: Error {
        let call: String
    }

    let port: Int

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Response {
        try await send("GET", path, headers)
    }

    /// Posts JSON, unless the headers contain another type.
    func post(
        _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Response {
        let type = ["Content-Type": "application/json"]
        return try await send("POST", path, type.merging(headers) { $1 }, body: body)
    }

    /// Sends a request; empty headers are omitted.
    func send(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Response {
        var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if !body.isEmpty { fields["Content-Length"] = "\(body.utf8.count)" }
        fields.merge(headers) { $1 }
        let lines = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)" }.sorted()
        let head = (["\(method) \(path) HTTP/1.1"] + lines).joined(separator: "\r\n")
        return try response(try await exchange(head + "\r\n\r\n" + body))
    }

    /// Sends bytes, and reads until the server closes the connection or the received text is enough.
    ///
    /// With `halfCloses`, the client closes its sending side first.
    func exchange(
        _ text: String, halfCloses: Bool = false,
        until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try LoopbackExchange.send(
                            text, to: port, halfCloses: halfCloses, until: isEnough)
                    })
            }
        }
    }

    private func response(_ data: Data) throws -> Response {
        guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else {
            throw Failure(call: "no response: \(String(decoding: data, as: UTF8.self))")
        }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[colon...].dropFirst()
                .trimmingCharacters(in: .whitespaces)
        }
        return Response(
            status: status ?? 0, headers: headers, body: Data(data[end.upperBound...]))
    }
}
