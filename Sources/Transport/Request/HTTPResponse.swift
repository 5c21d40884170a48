/// The status and the headers of a response.
package struct HTTPHead: Sendable, Hashable {
    package var status: Int
    package var headers: [HTTPHeader]

    package init(status: Int, headers: [HTTPHeader] = []) {
        self.status = status
        self.headers = headers
    }

    /// The value of the first header with a name, in any case; `nil` if there is none.
    package subscript(name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}

/// A response and the part of its body that is in memory.
package struct HTTPResponse: Sendable {
    package var head: HTTPHead
    /// The body; empty if a sink took it.
    package var body: [UInt8]
    /// Whether the body is complete; `false` if it exceeded the memory's limit, or its sink stopped it.
    package var isComplete: Bool
    /// The address of the server, or of the last one after redirects.
    package var peer: InternetAddress?
    /// The URL of the last request, which redirects have led to.
    package var url = ""
    /// Whether the body was sent twice, because a connection from an earlier request ended without a response.
    ///
    /// The server may have executed the request twice.
    package var isRepeated = false
}

/// The receiver of a body: takes the next bytes, and returns whether it wants more.
package typealias HTTPSink = ([UInt8]) -> Bool
