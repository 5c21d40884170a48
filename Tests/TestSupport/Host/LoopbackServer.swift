import Foundation
import Synchronization

/// A scripted HTTP server on loopback; each connection has a thread of its own.
public final class LoopbackServer: Sendable {
    public struct Request: Sendable {
        /// The number of its connection, from 0.
        public let connection: Int
        /// The head as text, and the body.
        public let head: String
        public let body: [UInt8]

        public var text: String { head + String(decoding: body, as: UTF8.self) }
        private var lines: [Substring] { head.split(separator: "\r\n") }
        public var method: String {
            lines.first?.split(separator: " ").first.map(String.init) ?? ""
        }
        /// The path and the query.
        public var target: String {
            lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        }

        /// The value of a header, whose name is compared without case.
        public subscript(name: String) -> String? {
            let start = name.lowercased() + ":"
            return lines.dropFirst().first { $0.lowercased().hasPrefix(start) }
                .map { $0.dropFirst(start.count).trimmingCharacters(in: .whitespaces) }
        }
    }

    public enum Response: Sendable {
        /// Bytes, after which the connection is closed or stays open.
        case bytes([UInt8], closes: Bool)
        /// No response until the client closes the connection.
        case noResponse
        /// A text that is repeated until the client closes the connection.
        case endless(String)

        /// A text, after which the connection is closed.
        public static func text(_ text: String) -> Response {
            .bytes(Array(text.utf8), closes: true)
        }

        /// A complete response on a connection that stays open.
        public static func status(
            _ status: Int, _ headers: [String: String] = [:], body: [UInt8] = [],
            length: Int? = nil, closes: Bool = false
        ) -> Response {
            var head = "HTTP/1.1 \(status) Text\r\nContent-Length: \(length ?? body.count)\r\n"
            for (name, value) in headers { head += "\(name): \(value)\r\n" }
            return .bytes(Array((head + "\r\n").utf8) + body, closes: closes)
        }
    }

    public struct Failure: Error {
        public let call: String
    }

    public let port: UInt16
    private let socket: Int32
    private let seen = Mutex<[Request]>([])
    private let connections = Mutex(0)
    private let handler: @Sendable (Request) -> Response

    /// The requests so far.
    public var requests: [Request] { seen.withLock(\.self) }
    /// The number of connections so far.
    public var connectionCount: Int { connections.withLock(\.self) }

    public convenience init(_ response: Response) throws { try self.init { _ in response } }

    public init(handler: @escaping @Sendable (Request) -> Response) throws {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard socket >= 0, isBound, listen(socket, 64) == 0 else { throw Failure(call: "bind") }
        self.socket = socket
        self.handler = handler
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while let connection = Optional(accept(socket, nil, nil)), connection >= 0 {
                guard let number = self?.countConnection() else {
                    close(connection)
                    continue
                }
                Thread.detachNewThread { [weak self] in
                    Self.serve(connection, number: number) { self?.respond($0) }
                    close(connection)
                }
            }
            close(socket)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// Counts a connection, and returns its number.
    private func countConnection() -> Int {
        connections.withLock {
            $0 += 1
            return $0 - 1
        }
    }

    private func respond(_ request: Request) -> Response {
        seen.withLock { $0.append(request) }
        return handler(request)
    }

    /// Serves requests until the client or a response closes the connection.
    private static func serve(
        _ connection: Int32, number: Int, _ respond: (Request) -> Response?
    ) {
        var received: [UInt8] = []
        while let request = request(from: connection, number: number, &received),
            let response = respond(request)
        {
            switch response {
            case .bytes(let bytes, let closes):
                guard write(bytes, to: connection), !closes else { return }
            case .noResponse:
                while read(connection) != nil {}
                return
            case .endless(let text):
                // The limit is far above the number of bytes that the client reads.
                var chunks = 0
                while chunks < 100_000, write(Array(text.utf8), to: connection) { chunks += 1 }
                return
            }
        }
    }

    /// Reads a request; the rest of what was received stays in `received`.
    ///
    /// - Returns: The request; `nil` if the client closed the connection.
    private static func request(
        from connection: Int32, number: Int, _ received: inout [UInt8]
    ) -> Request? {
        let separator = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            if let end = received[searched...].firstRange(of: separator) {
                let head = String(decoding: received[..<end.upperBound], as: UTF8.self)
                let request = Request(connection: number, head: head, body: [])
                let length = request["Content-Length"].flatMap { Int($0) } ?? 0
                while received.count < end.upperBound + length {
                    guard let more = read(connection) else { return nil }
                    received += more
                }
                let body = Array(received[end.upperBound..<end.upperBound + length])
                received.removeFirst(end.upperBound + length)
                return Request(connection: number, head: head, body: body)
            }
            searched = max(0, received.count - separator.count)
            guard let more = read(connection) else { return nil }
            received += more
        }
    }

    private static func read(_ connection: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(connection, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    connection, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
