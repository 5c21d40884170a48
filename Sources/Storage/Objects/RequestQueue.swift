internal import Dispatch
internal import Synchronization

/// Requests that a few threads send, in the order in which they were added; after an error, no further one begins.
final class RequestQueue: Sendable {
    typealias Body = @Sendable () throws(StorageError) -> Void

    private struct Pending {
        var waiting: [Body] = []
        var running = 0
        var error: StorageError?
    }

    /// The number of waiting requests at which `add` blocks its caller, chosen because each may have an open file.
    private static let maxWaiting = 64

    private let state = Mutex(Pending())
    private let slots = DispatchSemaphore(value: RequestQueue.maxWaiting)
    private let group = DispatchGroup()
    private let threads = DispatchQueue(label: "requests", attributes: .concurrent)
    private let width: Int

    /// Creates a queue; four threads are chosen because one does not use a network whose responses take time.
    init(width: Int = 4) { self.width = width }

    /// Adds a request; waits as long as many requests wait already.
    func add(_ request: @escaping Body) {
        slots.wait()
        group.enter()
        let isThreadFree = state.withLock { state in
            state.waiting.append(request)
            guard state.running < width else { return false }
            state.running += 1
            return true
        }
        if isThreadFree { threads.async { self.run() } }
    }

    /// Waits until all requests that were added have ended.
    ///
    /// - Throws: The first error.
    func wait() throws(StorageError) {
        group.wait()
        try check()
    }

    /// Waits for the requests that have begun, and begins no others: later ones fail, too.
    func stop(_ error: StorageError) {
        state.withLock { $0.error = $0.error ?? error }
        group.wait()
    }

    /// Checks whether a request has failed so far.
    ///
    /// - Throws: The first error.
    func check() throws(StorageError) {
        if let error = state.withLock(\.error) { throw error }
    }

    private func run() {
        while let (request, isStopped) = next() {
            if !isStopped {
                do throws(StorageError) {
                    try request()
                } catch {
                    state.withLock { $0.error = $0.error ?? error }
                }
            }
            slots.signal()
            group.leave()
        }
    }

    private func next() -> (Body, isStopped: Bool)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return (state.waiting.removeFirst(), state.error != nil)
        }
    }
}
