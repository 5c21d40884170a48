internal import Crypto
internal import Foundation
internal import Storage
internal import Synchronization

/// The objects that a watcher has processed and will find again in its next listing.
///
/// Memory is limited: an object beyond the limit is processed again, which submits no second job.
final class RecentObjects: Sendable {
    /// The beginning of a SHA-256; long enough that no two objects have the same.
    private struct Digest: Hashable {
        let high: UInt64
        let low: UInt64

        init(_ entry: ObjectListing.Entry) {
            let text =
                "\(entry.location.text)\0\(entry.validator ?? "")\0\(entry.size)\0\(entry.modified)"
            var iterator = SHA256.hash(data: Data(text.utf8)).makeIterator()
            func next() -> UInt64 {
                (0..<8).reduce(0) { value, _ in value << 8 | UInt64(iterator.next() ?? 0) }
            }
            (high, low) = (next(), next())
        }
    }

    private struct State {
        var last: Set<Digest> = []
        var current: Set<Digest> = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates an empty set; 50,000 digests are chosen because they need a few megabytes.
    init(limit: Int = 50_000) { self.limit = limit }

    /// Forgets the objects that the listing which ends did not have.
    func endListing() {
        state.withLock { state in
            state.last = state.current
            state.current = []
        }
    }

    func insert(_ entry: ObjectListing.Entry) {
        let digest = Digest(entry)
        state.withLock { state in
            if state.current.count < limit { state.current.insert(digest) }
        }
    }

    /// Returns whether an object was inserted since the last listing began, and if so, inserts it again.
    func renew(_ entry: ObjectListing.Entry) -> Bool {
        let digest = Digest(entry)
        return state.withLock { state in
            guard state.last.contains(digest) || state.current.contains(digest) else {
                return false
            }
            if state.current.count < limit { state.current.insert(digest) }
            return true
        }
    }
}
