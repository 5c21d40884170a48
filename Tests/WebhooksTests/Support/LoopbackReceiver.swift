import Foundation
import Synchronization

/// A receiver on loopback with configured responses.
final class LoopbackReceiver: Sendable {
    enum Response {
        case text(String)
        /// No response until the sender closes the connection.
        case noResponse
        /// A text that is repeated until the sender closes the connection.
        case endless(String)
    }

    struct Failure: Error {
        let call: String
    }

    let port: UInt16
    private let socket: Int32
    private let seen = Mutex<[String]>([])

    /// The requests so far.
    var requests: [String] { seen.withLock(\.self) }

    init(_ response: Response) throws {
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
        guard socket >= 0, isBound, listen(socket, 8) == 0 else { throw Failure(call: "bind") }
        self.socket = socket
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while let connection = Optional(accept(socket, nil, nil)), connection >= 0 {
                let request = Self.request(from: connection)
                self?.seen.withLock { $0.append(request) }
                Self.send(response, to: connection)
                close(connection)
            }
            close(socket)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    var url: String { "http://127.0.0.1:\(port)/hook?key=1" }

    private static func request(from connection: Int32) -> String {
        var text = ""
        while !isComplete(text), let chunk = read(connection) { text += chunk }
        return text
    }

    private static func read(_ connection: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    private static func isComplete(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        return text[end.upperBound...].utf8.count >= length.flatMap { Int($0.dropFirst(16)) } ?? 0
    }

    private static func send(_ response: Response, to connection: Int32) {
        switch response {
        case .text(let text): _ = write(text, to: connection)
        case .noResponse: while read(connection) != nil {}
        case .endless(let text):
            // The limit is far above the number of bytes that the sender reads.
            var chunks = 0
            while chunks < 100_000, write(text, to: connection) { chunks += 1 }
        }
    }

    private static func write(_ text: String, to connection: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0
    }
}
