import Foundation
import Synchronization

/// A clock that a test sets, in milliseconds since 1970.
final class VirtualClock: Sendable {
    private let offset = Mutex<Int64>(0)

    /// The present time of the host, and the time that the test has added.
    var now: Int64 {
        Int64(Date().timeIntervalSince1970 * 1000) + offset.withLock(\.self)
    }

    func advance(seconds: Double) { offset.withLock { $0 += Int64(seconds * 1000) } }
}
