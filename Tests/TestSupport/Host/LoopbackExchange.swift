public import Foundation

/// One exchange with a server on loopback over a new connection.
///
/// The type is in this module because in a module that imports NIO, whose C module declares socket addresses as well, the
/// order of files decides whether the compiler finds their members.
public enum LoopbackExchange {
    /// A system call that failed.
    public struct Failure: Error {
        public let call: String
    }

    /// Sends a text, and reads until the server closes the connection or enough text is received; blocks the thread.
    ///
    /// - Parameters:
    ///   - text: The text to send.
    ///   - port: The server's port at 127.0.0.1.
    ///   - halfCloses: Whether the sending direction is closed after the text.
    ///   - isEnough: Returns whether the received text is enough.
    /// - Returns: The received bytes.
    /// - Throws: `Failure` if the connection fails, or after five minutes without a byte.
    public static func send(
        _ text: String, to port: Int, halfCloses: Bool, until isEnough: (String) -> Bool
    ) throws -> Data {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connection >= 0, isConnected else { throw Failure(call: "connect") }
        // A server that does not answer fails the test.
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(
            connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = Foundation.send(
                connection, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
            // The server may have answered and closed before it read all.
            guard count > 0 else { break }
            sent += count
        }
        if halfCloses { shutdown(connection, Int32(SHUT_WR)) }
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isEnough(String(decoding: received, as: UTF8.self)) {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { throw Failure(call: "recv") }
            guard count > 0 else { break }
            received += buffer.prefix(count)
        }
        return received
    }
}
