import Dispatch
import Synchronization
public import SystemPackage

/// The disk space for the bytes of remote uploads that are open, shared by all of them.
public final class RemoteCache: Sendable {
    private struct Member {
        weak var cache: BlockCache?
    }

    private struct State {
        /// The bytes that are present or being fetched.
        var used: Int64 = 0
        /// The fetches that have reserved space and not ended.
        var fetches = 0
        /// The number of fetches and leases that have ended, after which blocks may be evicted.
        var ended = 0
        /// Fetches that wait for another end.
        var waiting: [DispatchSemaphore] = []
        var members: [Member] = []
    }

    let folder: FilePath
    private let limit: Int64
    /// The time that a fetch waits for the end of a lease, in seconds.
    private let leaseTimeout: Double
    private let state = Mutex(State())

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - folder: A folder on a disk: on a file system in memory, a process that maps holes would fill it.
    ///   - limit: In bytes. Each sandbox process that reads a remote upload excludes at most 64 MiB from eviction.
    ///   - leaseTimeout: The time that a fetch waits for the end of a lease before the cache counts as full, in seconds; by
    ///     default chosen as longer than a process on a busy host needs to read on or to end.
    public init(in folder: FilePath, limit: Int64 = 4 << 30, leaseTimeout: Double = 10) {
        (self.folder, self.limit, self.leaseTimeout) = (folder, limit, leaseTimeout)
    }

    /// The bytes that are present or being fetched.
    package var used: Int64 { state.withLock { $0.used } }

    func add(_ cache: BlockCache) {
        state.withLock { state in
            state.members.removeAll { $0.cache == nil }
            state.members.append(Member(cache: cache))
        }
    }

    /// Reserves space for a fetch, for which unused blocks of any upload are evicted; `endFetch` follows.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that are fetched.
    ///   - mayWait: Whether to wait for the end of other fetches and of leases, if there are not enough unused blocks.
    /// - Returns: False if there are not enough of them.
    func beginFetch(of bytes: Int64, mayWait: Bool) -> Bool {
        while true {
            let ended = self.ended
            let excess = state.withLock { state in
                let excess = state.used + bytes - limit
                if excess <= 0 {
                    state.used += bytes
                    state.fetches += 1
                }
                return excess
            }
            if excess <= 0 { return true }
            guard evict(excess) || mayWait && waitForEnd(after: ended) else { return false }
        }
    }

    /// Notes that a fetch has ended: its blocks are present, or its space was returned.
    func endFetch() {
        state.withLock { $0.fetches -= 1 }
        noteEnd()
    }

    /// Notes that blocks may be evicted.
    func noteEnd() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.ended += 1
            return state.waiting
        }
        waiting.forEach { $0.signal() }
    }

    /// The number of fetches and leases that have ended.
    var ended: Int { state.withLock { $0.ended } }

    /// Waits for the end of a fetch or a lease.
    ///
    /// - Parameter count: The value of `ended` from which on an end counts, also one that was before this call.
    /// - Returns: False if no lease ended in time, and no fetch is under way.
    func waitForEnd(after count: Int) -> Bool {
        let change = DispatchSemaphore(value: 0)
        let isOver = state.withLock { state in
            if state.ended == count { state.waiting.append(change) }
            return state.ended != count
        }
        if isOver || change.wait(timeout: .now() + leaseTimeout) == .success { return true }
        return state.withLock { $0.ended != count || $0.fetches > 0 }
    }

    /// Evicts unused blocks of any upload, at least as many bytes if there are so many.
    ///
    /// - Returns: False if there are none.
    func evict(_ bytes: Int64) -> Bool {
        var evicted: Int64 = 0
        // Each has a lock of its own, which is never taken with that of this object held.
        for cache in state.withLock({ $0.members.compactMap(\.cache) }) where evicted < bytes {
            evicted += cache.evict(bytes - evicted)
        }
        return evicted > 0
    }

    /// Returns space.
    func release(_ bytes: Int64) { state.withLock { $0.used -= bytes } }
}
