/// The order in which submissions read their uploads: a pure state machine.
///
/// Some slots and waiting positions are for small uploads only, which never wait for large ones to be read. The next one to start
/// belongs to the tenant with the fewest that are being read.
struct HashingSchedule: Sendable {
    /// The limits on numbers of submissions.
    struct Limits: Sendable, Hashable {
        /// The submissions whose uploads are read at the same time.
        var hashing = 8
        /// The submissions that wait.
        var waiting = 64
        /// The part of `hashing` for small uploads only.
        var hashingSmall = 2
        /// The part of `waiting` for small uploads only.
        var waitingSmall = 16
        /// The size up to which an upload is small, in bytes; chosen so that reading takes less than a second.
        var smallSize = 64_000_000
    }

    enum Admission: Hashable {
        case started, waiting, refused
        /// It waits in the position of another one, which is refused.
        case displaced(Int)
    }

    private struct Entry {
        let id: Int
        let tenant: String
        let isSmall: Bool
    }

    private let limits: Limits
    private var hashing: [Entry] = []
    /// In the order of arrival.
    private var waiting: [Entry] = []

    init(_ limits: Limits) { self.limits = limits }

    /// The numbers of submissions that are being read and that wait.
    var counts: (hashing: Int, waiting: Int) { (hashing.count, waiting.count) }

    /// Adds a submission with an id of the caller.
    mutating func add(_ id: Int, tenant: String, bytes: Int) -> Admission {
        let entry = Entry(id: id, tenant: tenant, isSmall: bytes <= limits.smallSize)
        if mayStart(entry) {
            hashing.append(entry)
            return .started
        }
        let large = waiting.count { !$0.isSmall }
        let hasRoom =
            waiting.count < limits.waiting
            && (entry.isSmall || large < limits.waiting - limits.waitingSmall)
        if hasRoom {
            waiting.append(entry)
            return .waiting
        }
        guard let last = indexToDisplace(for: entry) else { return .refused }
        let displaced = waiting.remove(at: last)
        waiting.append(entry)
        return .displaced(displaced.id)
    }

    /// Removes a submission that has been read or cancelled; others start in its place.
    ///
    /// - Returns: The ids of those that start.
    mutating func remove(_ id: Int) -> [Int] {
        hashing.removeAll { $0.id == id }
        waiting.removeAll { $0.id == id }
        var started: [Int] = []
        while let next = nextIndex {
            let entry = waiting.remove(at: next)
            hashing.append(entry)
            started.append(entry.id)
        }
        return started
    }

    private func mayStart(_ entry: Entry) -> Bool {
        let large = hashing.count { !$0.isSmall }
        return hashing.count < limits.hashing
            && (entry.isSmall || large < limits.hashing - limits.hashingSmall)
    }

    /// The first of the tenant with the fewest submissions that are being read, among those that may start.
    private var nextIndex: Int? {
        let running = Dictionary(grouping: hashing, by: \.tenant).mapValues(\.count)
        return waiting.indices.filter { mayStart(waiting[$0]) }
            .min { (running[waiting[$0].tenant] ?? 0, $0) < (running[waiting[$1].tenant] ?? 0, $1) }
    }

    /// Returns the newest one of the tenant with the most that wait, if the tenant of another one has at least two fewer.
    private func indexToDisplace(for entry: Entry) -> Int? {
        let candidates = waiting.indices.filter { entry.isSmall || !waiting[$0].isSmall }
        let counts = Dictionary(grouping: waiting, by: \.tenant).mapValues(\.count)
        let newest = candidates.max {
            (counts[waiting[$0].tenant] ?? 0, $0) < (counts[waiting[$1].tenant] ?? 0, $1)
        }
        return newest.flatMap { index in
            (counts[waiting[index].tenant] ?? 0) > (counts[entry.tenant] ?? 0) + 1 ? index : nil
        }
    }
}
