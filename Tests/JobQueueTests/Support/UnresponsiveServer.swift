import Foundation

/// A server that accepts one connection and never responds.
final class UnresponsiveServer: Sendable {
    let port: UInt16
    private let socket: Int32

    init() throws {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        socket = Foundation.socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 1) == 0
                    && getsockname(socket, $0, &length) == 0
            }
        }
        guard code else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(socket) }

    /// Waits for the first connection.
    func accepted() async {
        await withCheckedContinuation { continuation in
            let socket = socket
            Thread.detachNewThread {
                _ = accept(socket, nil, nil)
                continuation.resume()
            }
        }
    }
}
