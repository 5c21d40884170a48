internal import NIOCore
internal import Synchronization

/// All connections of a server; at the limit, a new connection replaces one that waits for its client.
///
/// New clients, such as probes, are therefore served however many others send slowly. If no connection waits for its client, the one
/// that has been served longest is closed: an event stream, which its client resumes.
///
/// Hummingbird's `MaximumAvailableConnections` is not used: at its limit, it accepts no connection until another is closed, so
/// that slow clients would delay probes.
final class Connections: Sendable {
    private struct Known {
        let channel: any Channel
        var waitsForClient: Bool
        /// The position in the order of changes.
        var order: Int
    }
    private struct State {
        var known: [ObjectIdentifier: Known] = [:]
        var changes = 0

        mutating func set(_ channel: any Channel, waitsForClient: Bool) {
            changes += 1
            known[ObjectIdentifier(channel)] = Known(
                channel: channel, waitsForClient: waitsForClient, order: changes)
        }

        mutating func removeSlowest() -> (any Channel)? {
            func rank(_ known: Known) -> (Int, Int) { (known.waitsForClient ? 0 : 1, known.order) }
            let slowest = known.min { rank($0.value) < rank($1.value) }
            return slowest.flatMap { known.removeValue(forKey: $0.key)?.channel }
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Adds a connection, which waits for its client.
    func open(_ channel: any Channel) {
        let slowest = state.withLock { state in
            let slowest = state.known.count < limit ? nil : state.removeSlowest()
            state.set(channel, waitsForClient: true)
            return slowest
        }
        slowest?.close(promise: nil)
    }

    /// Records whether a connection waits for its client or for the server.
    func set(_ channel: any Channel, waitsForClient: Bool) {
        state.withLock { state in
            guard state.known[ObjectIdentifier(channel)] != nil else { return }
            state.set(channel, waitsForClient: waitsForClient)
        }
    }

    func closed(_ channel: any Channel) {
        state.withLock { $0.known[ObjectIdentifier(channel)] = nil }
    }
}
