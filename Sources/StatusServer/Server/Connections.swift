internal import NIOCore
internal import Synchronization

/// All connections of a server; where there are too many, one that keeps it waiting makes room.
///
/// So whoever comes is heard, a supervisor's probe too, however many others send slowly.
final class Connections: Sendable {
    private struct Known {
        let channel: any Channel
        /// When the server began to wait for it, in an order of its own; `nil` while it waits for the server.
        var waiting: Int?
    }
    private struct Book {
        var known: [ObjectIdentifier: Known] = [:]
        var turns = 0

        mutating func nextTurn() -> Int {
            turns += 1
            return turns
        }
    }

    private let most: Int
    private let book = Mutex(Book())

    init(most: Int) { self.most = most }

    /// Takes a new one up, for which the server waits; if there are too many, closes the one that it has waited for longest.
    func open(_ channel: any Channel) {
        let victim = book.withLock { book -> (any Channel)? in
            book.known[ObjectIdentifier(channel)] = Known(
                channel: channel, waiting: book.nextTurn())
            guard book.known.count > most else { return nil }
            let slowest = book.known.min { $0.value.waiting ?? .max < $1.value.waiting ?? .max }
            return slowest.flatMap { book.known.removeValue(forKey: $0.key)?.channel }
        }
        victim?.close(promise: nil)
    }

    /// Says whether the server waits for it.
    func set(_ channel: any Channel, isWaitedFor: Bool) {
        book.withLock { book in
            let turn = isWaitedFor ? book.nextTurn() : nil
            book.known[ObjectIdentifier(channel)]?.waiting = turn
        }
    }

    func closed(_ channel: any Channel) {
        book.withLock { $0.known[ObjectIdentifier(channel)] = nil }
    }
}
