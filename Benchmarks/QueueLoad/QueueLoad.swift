import ArgumentParser
import Foundation
import JobQueue
import Synchronization

/// Loads a queue as fast as possible, for `Benchmarks/queue`; prints one JSON object.
@main
struct QueueLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Load a queue as fast as possible, and count operations.",
        subcommands: [Fill.self, Work.self, Report.self, SendHeartbeats.self, Poll.self])
}

struct LoadOptions: ParsableArguments {
    @Option(help: "The queue: sqlite:PATH or postgresql://...")
    var queue: String

    @Option(help: "The number of clients, each with its own store.")
    var clients = 1

    /// Lets each client repeat a body for a time.
    ///
    /// - Parameters:
    ///   - name: The name of the operation in the output.
    ///   - seconds: The time.
    ///   - body: Returns the number of operations; 0 ends the client.
    /// - Throws: The errors of the queue and of the body.
    func drive(
        _ name: String, seconds: Double,
        _ body: @escaping @Sendable (any QueueStore, Int64) async throws -> Int
    ) async throws {
        let url = try QueueURL(queue)
        var stores: [(any QueueStore, Int64)] = []
        for client in 0..<clients {
            let store = try await url.open()
            let info = WorkerInfo(
                name: "load \(client)", host: "here", process: client, version: "0")
            stores.append((store, try await store.register(info)))
        }
        let start = ContinuousClock.now
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for (store, worker) in stores {
                group.addTask {
                    var count = 0
                    while start.duration(to: .now) < .seconds(seconds) {
                        let made = try await body(store, worker)
                        if made == 0 { break }
                        count += made
                    }
                    return count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let elapsed = start.duration(to: .now) / .seconds(1)
        for (store, worker) in stores { try await store.deregister(worker) }
        let total = counts.reduce(0, +)
        let rate = Double(total) / elapsed
        print(
            """
            {"operation": "\(name)", "clients": \(clients), "count": \(total), "seconds": \(elapsed), "rate": \(rate)}
            """)
    }
}

/// `fill`: submits jobs of one task.
struct Fill: AsyncParsableCommand {
    @OptionGroup var load: LoadOptions
    @Option(help: "The number of jobs.") var jobs = 1000
    @Option(help: "The prefix of the idempotency keys.") var series = "a"

    func run() async throws {
        let (next, jobs, series) = (Counter(), jobs, series)
        try await load.drive("submitted jobs", seconds: 86_400) { store, _ in
            let number = next.next()
            guard number <= jobs else { return 0 }
            _ = try await store.submit(
                JobRequest(
                    key: "\(series) \(number)", payload: "{\"upload\":\"/in/\(number).mov\"}",
                    tasks: [NewTask(kind: "transcode", cost: 10)]))
            return 1
        }
    }
}

/// `work`: claims tasks and completes them.
struct Work: AsyncParsableCommand {
    @OptionGroup var load: LoadOptions
    @Option(help: "The time in seconds.") var seconds = 10.0
    @Option(help: "The maximum number of tasks per claim.") var batch = 1

    func run() async throws {
        let batch = batch
        try await load.drive("pairs of claim and complete", seconds: seconds) { store, worker in
            let tasks = try await store.claim(worker, count: batch)
            for task in tasks {
                guard try await store.complete(task.lease, result: "{}", adding: []) == .applied
                else {
                    throw ValidationError("a completed task was rejected")
                }
            }
            return tasks.count
        }
    }
}

/// `report`: workers report progress.
struct Report: AsyncParsableCommand {
    @OptionGroup var load: LoadOptions
    @Option(help: "The time in seconds.") var seconds = 10.0

    func run() async throws {
        let leases = Leases()
        try await load.drive("reports of progress", seconds: seconds) { store, worker in
            var lease = leases.all.withLock { $0[worker] }
            if lease == nil { lease = try await store.claim(worker, count: 1).first?.lease }
            guard let lease else { throw ValidationError("the queue is empty") }
            leases.all.withLock { $0[worker] = lease }
            _ = try await store.report(lease, TaskProgress(fraction: 0.5, remaining: 10))
            return 1
        }
    }
}

/// The lease of each worker.
private final class Leases: Sendable {
    let all = Mutex<[Int64: Lease]>([:])
}

/// `heartbeat`: workers send heartbeats.
struct SendHeartbeats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "heartbeat")
    @OptionGroup var load: LoadOptions
    @Option(help: "The time in seconds.") var seconds = 10.0

    func run() async throws {
        try await load.drive("heartbeats", seconds: seconds) { store, worker in
            _ = try await store.heartbeat(worker)
            return 1
        }
    }
}

/// `poll`: claims from an empty queue.
struct Poll: AsyncParsableCommand {
    @OptionGroup var load: LoadOptions
    @Option(help: "The time in seconds.") var seconds = 10.0

    func run() async throws {
        try await load.drive("claims of nothing", seconds: seconds) { store, worker in
            guard try await store.claim(worker, count: 1).isEmpty else {
                throw ValidationError("the queue is not empty")
            }
            return 1
        }
    }
}

private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
