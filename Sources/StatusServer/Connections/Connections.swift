internal import NIOCore
internal import Synchronization

/// All connections of a server; where there are too many, one that keeps it waiting makes room.
///
/// So whoever comes is heard, a supervisor's probe too, however many others send slowly. If none keeps it waiting, the one goes that
/// has been served longest: a stream of events, which its client takes up where it was.
final class Connections: Sendable {
    private struct Known {
        let channel: any Channel
        var isWaitedFor: Bool
        /// Since when, in an order of its own.
        var turn: Int
    }
    private struct Book {
        var known: [ObjectIdentifier: Known] = [:]
        var turns = 0

        mutating func set(_ channel: any Channel, isWaitedFor: Bool) {
            turns += 1
            known[ObjectIdentifier(channel)] = Known(
                channel: channel, isWaitedFor: isWaitedFor, turn: turns)
        }

        mutating func removeSlowest() -> (any Channel)? {
            func rank(_ known: Known) -> (Int, Int) { (known.isWaitedFor ? 0 : 1, known.turn) }
            let slowest = known.min { rank($0.value) < rank($1.value) }
            return slowest.flatMap { known.removeValue(forKey: $0.key)?.channel }
        }
    }

    private let most: Int
    private let book = Mutex(Book())

    init(most: Int) { self.most = most }

    /// Takes a new one up, for which the server waits.
    func open(_ channel: any Channel) {
        let slowest = book.withLock { book in
            let slowest = book.known.count < most ? nil : book.removeSlowest()
            book.set(channel, isWaitedFor: true)
            return slowest
        }
        slowest?.close(promise: nil)
    }

    /// Says whether the server waits for it from now on, or it for the server.
    func set(_ channel: any Channel, isWaitedFor: Bool) {
        book.withLock { book in
            guard book.known[ObjectIdentifier(channel)] != nil else { return }
            book.set(channel, isWaitedFor: isWaitedFor)
        }
    }

    func closed(_ channel: any Channel) {
        book.withLock { $0.known[ObjectIdentifier(channel)] = nil }
    }
}
