internal import Foundation
internal import Synchronization

/// Child processes of one kind, started when they are needed and used again.
///
/// There are never more than were taken at one time: as many as jobs run.
final class WorkerPool: Sendable {
    private let start: @Sendable () throws -> WorkerProcess
    private let idle = Mutex<[WorkerProcess]>([])

    init(start: @escaping @Sendable () throws -> WorkerProcess) {
        self.start = start
        // A child that has gone is an error of `write`, not a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close() }

    func take() throws -> WorkerProcess {
        while let process = idle.withLock({ $0.popLast() }) {
            if process.isWaiting { return process }
            // Somebody ended it; no upload is to blame.
            process.end()
        }
        return try start()
    }

    /// Gives back a process that waits for work.
    func give(_ process: WorkerProcess) { idle.withLock { $0.append(process) } }

    /// Ends the processes that wait for work.
    func close() {
        let processes = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        for process in processes { process.end() }
    }
}
