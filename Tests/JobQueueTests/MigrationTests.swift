import Testing

@testable import JobQueue

/// Queues of a development version with schema 7, opened by this version; the dumps contain a job in each state.
@Suite struct MigrationTests {
    private static let schema = 7

    @Test(arguments: Backend.allCases)
    func storedNamesAndPayloadsAreRewritten(_ backend: Backend) async throws {
        try await StoredQueue.with(version: Self.schema, in: backend) { url in
            let store = try await url.openStore(.init())
            let version = try await store.sql("SELECT max(version) AS version FROM queue_schema")
            #expect(try version.map { try $0.integer("version") } == [Int64(Migrations.version)])
            let jobs = try await Self.jobs(store)
            let long = try #require(jobs["long"])
            let tasks = try await store.tasks(of: long.id).map { "\($0.kind) \($0.state)" }
            #expect(
                tasks == [
                    "transcode done", "audio running", "encode done", "encode delayed",
                    "encode delayed", "encode ready", "thumbnails waiting", "package waiting",
                ])
            let payloads = try await store.sql("SELECT kind, payload, publication FROM task")
            let texts = try payloads.flatMap { row in
                [try row.text("payload"), try row.optionalText("publication") ?? ""]
            }
            #expect(texts.contains("{\"cost\":7.5,\"chunks\":[6,7]}"))
            #expect(texts.contains("{\"cost\":0.1,\"name\":\"und\",\"track\":0}"))
            let packages = "/srv/media/packages"
            let staged = ["publish-ready", "publishing", "orphan-publication"].map { job in
                """
                ,"staged":{"path":"\(packages)/.vtranscode/jobs/\(job)/\(job)-5-1","identity":"16572855"},\
                "upload":"/srv/media/uploads/\(job).mp4"}
                """
            }
            #expect(staged.allSatisfy { end in texts.count { $0.hasSuffix(end) } == 1 })
            let former = ["\"nodes\":", "\"sealed\":", "\"folder\":", "\"inode\":"]
            #expect(!texts.contains { text in former.contains { text.contains($0) } })
        }
    }

    @Test(arguments: Backend.allCases)
    func storedStatesAreRead(_ backend: Backend) async throws {
        try await StoredQueue.with(version: Self.schema, in: backend) { url in
            let store = try await url.openStore(.init())
            let jobs = try await Self.jobs(store)
            let queued = ["ready", "scheduled", "held"]
            #expect(queued.map { jobs[$0]?.state } == [.queued, .queued, .queued])
            #expect(queued.map { jobs[$0]?.admission } == [.ready, .delayed, .held])
            #expect(jobs["cancelling"]?.isCancelRequested == true)
            #expect(jobs["pruned"] == nil)
            let completed = try #require(jobs["completed"])
            #expect(completed.note?.contains("\"code\":\"DAMAGED\"") == true)
            #expect(
                try await store.events(of: completed.id, after: 0, limit: 9).map(\.kind)
                    == [.queued, .started, .published])
            #expect(jobs["failed"]?.failure?.isPermanent == true)
            let stats = try await store.stats()
            #expect(
                stats.tasks == [
                    .waiting: 4, .ready: 5, .delayed: 2, .running: 4, .publishing: 2,
                    .quarantined: 1,
                ])
            #expect(stats.readyByPriority.map(\.priority) == [1, 0])
            #expect(stats.workers.map(\.info.name) == ["a", "third"])
            #expect(stats.deliveriesPending == 6 && stats.deliveriesFailed == 2)
            #expect(try await store.limits(ofTenant: "limited").running == 1)
            #expect(try await store.sql("SELECT worker FROM reservation").count == 1)
            #expect(try await store.sql("SELECT tenant FROM virtual_finish").count == 5)
        }
    }

    @Test(arguments: Backend.allCases)
    func everyStoredJobEnds(_ backend: Backend) async throws {
        try await StoredQueue.with(version: Self.schema, in: backend) { url in
            let store = try await url.openStore(.init())
            let jobs = try await Self.jobs(store)
            let pruned = try #require(
                try await store.sql("SELECT id FROM job WHERE key = 'pruned'").first
            ).job("id")
            let (alone, retryable) = (try #require(jobs["alone"]), try #require(jobs["retryable"]))
            for worker in try await store.stats().workers.map(\.id) {
                try await store.expireLease(of: worker)
            }
            let found = try await store.maintain()
            // The worker `a` has leases on an audio task, a cancelled and a limited job's task; the other one, on a suspect.
            #expect(found.expiredWorkers == 2 && found.requeuedTasks == 4)
            #expect(try await store.tasks(of: alone.id).map(\.crashCount) == [1])
            #expect(try await store.sql("SELECT worker FROM reservation").isEmpty)
            #expect(try await store.retry(retryable.id).state == .queued)
            let kinds = try await Self.completeAllTasks(store)
            #expect(
                kinds == [
                    "audio", "cleanup", "encode", "package", "publication", "publish",
                    "thumbnails", "transcode",
                ])
            let states = try await Self.jobs(store).mapValues(\.state)
            let unsuccessful = states.filter { $0.value != .completed }
            #expect(
                unsuccessful == [
                    "failed": .failed, "cancelled": .cancelled, "cancelling": .cancelled,
                ])
            #expect(states.count == 15)
            #expect(try await store.job(pruned) == nil)
            #expect(try await store.stats().tasks.isEmpty)
            try await Self.expectDeliveries(store)
        }
    }

    /// A queue of the version before: the tasks get the tenants of their jobs, and events keep the ids of their deliveries.
    @Test(arguments: Backend.allCases)
    func queueOfTheVersionBeforeIsMigrated(_ backend: Backend) async throws {
        try await StoredQueue.with(version: Self.schema, in: backend) { url in
            let before = try await url.database()
            try await Migrator(database: before, steps: Array(Migrations.steps.prefix(8))).migrate()
            let store = try await url.openStore(.init())
            let tenants = try await store.sql(
                "SELECT task.tenant AS found, job.tenant AS tenant FROM task JOIN job ON job.id = task.job"
            )
            #expect(tenants.count > 20)
            for row in tenants { #expect(try row.text("found") == row.text("tenant")) }
            #expect(
                try Set(tenants.map { try $0.text("found") }).isSuperset(of: ["default", "limited"])
            )
            let records = try await store.undelivered(of: nil, onlyAbandoned: false, limit: 99)
            #expect(records.count == 8)
            for event in records.map(\.event) {
                #expect(event.id == "\(event.job)-\(event.sequence)")
            }
            let ready = try #require(try await Self.jobs(store)["ready"])
            let worker = try await store.worker()
            for task in try await store.claim(worker, count: 99) where task.lease.job == ready.id {
                let times =
                    "SELECT time, correction FROM virtual_finish WHERE tenant = $1 AND priority = $2"
                let values: [SQLValue] = [.text(ready.tenant), .init(ready.priority)]
                let old = try await store.sql("\(unchecked: times)", values)
                let end = try await store.complete(
                    task.lease, result: "{}", adding: [], cpuSeconds: task.cost + 7)
                #expect(end == .applied)
                let new = try await store.sql("\(unchecked: times)", values)
                #expect(try new[0].integer("time") == old[0].integer("time") + 7000)
                #expect(try new[0].integer("correction") == 7000)
                #expect(
                    try await store.events(of: ready.id, after: 0, limit: 9).last?.id.count == 32)
                return
            }
            Issue.record("the ready job has no task")
        }
    }

    private static func jobs(_ store: SQLStore) async throws -> [String: JobRecord] {
        Dictionary(
            uniqueKeysWithValues: try await store.jobs(JobFilter()).map { ($0.key, $0) })
    }

    /// Completes tasks until none is left.
    ///
    /// - Returns: The kinds of the tasks, in alphabetical order.
    private static func completeAllTasks(_ store: SQLStore) async throws -> [String] {
        let worker = try await store.worker()
        var kinds: Set<String> = []
        func complete(_ lease: Lease, _ kind: String) async throws {
            kinds.insert(kind)
            let end = try await store.complete(lease, result: "{}", adding: [])
            #expect(end == .applied, "\(kind)")
        }
        for _ in 0..<30 {
            try await store.passTime()
            _ = try await store.maintain()
            for publication in try await store.claimPublications(worker, count: 9) {
                try await complete(publication.lease, "publication")
            }
            while let suspect = try await store.claimSuspect(worker) {
                try await complete(suspect.lease, suspect.kind)
            }
            for task in try await store.claim(worker, count: 99) {
                try await complete(task.lease, task.kind)
            }
        }
        return kinds.sorted()
    }

    /// Delivers all pending events; the abandoned ones remain until they are scheduled again.
    private static func expectDeliveries(_ store: SQLStore) async throws {
        for _ in 0..<20 {
            try await store.passTime()
            for delivery in try await store.claimDeliveries(count: 9) {
                #expect(["hooks.example.org", "gone.example.org"].contains(delivery.host))
                try await store.delivered(delivery.id)
            }
        }
        #expect(try await store.undelivered(of: nil, onlyAbandoned: false, limit: 9).count == 2)
        #expect(try await store.redeliver(of: nil, limit: 9) == 2)
    }
}
