internal import Foundation

/// Reads lines from a descriptor, which stays the caller's, and blocks until each is complete.
struct LineReader {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its line break; `nil` at the end, or if reading fails.
    mutating func next() -> [UInt8]? {
        var searched = 0
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(received[..<end])
                received.removeFirst(end + 1)
                return line
            }
            searched = received.count
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            received.append(contentsOf: buffer[..<count])
        }
    }
}
