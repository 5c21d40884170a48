import JobQueue

/// The execution of tasks, as `TranscodingPerformer` and `QueueWorker.execute` do it.
extension ModelWorker {
    /// Does the next action of an attempt.
    func act(on index: Int) async throws {
        var attempt = attempts.remove(at: index)
        let isCancellable =
            switch attempt.phase {
            case .begin, .work, .stage, .record: true
            default: false
            }
        if attempt.isCancelled, isCancellable, !attempt.isLeaked {
            attempt.phase = .report(.released(after: 0), retries: 0)
        }
        attempt.time = world.clock.now + random.time(1...20)
        // The attempt stays known during its calls, unless the process ends.
        var isKnown = true
        do {
            switch attempt.phase {
            case .begin: try await begin(&attempt)
            case .work(let count): try await work(&attempt, count)
            case .stage: try stage(&attempt)
            case .record: try await record(&attempt)
            case .commit(let isCancelRequested): try commit(&attempt, isCancelRequested)
            case .removeWorkspaces(let generation): try removeWorkspace(&attempt, generation)
            case .report(let outcome, let retries):
                isKnown = try await report(&attempt, outcome, retries)
            case .removeFiles:
                try removeAll(attempt)
                isKnown = false
            }
        } catch let error as FileError {
            attempt.fail(after: error)
        } catch {
            attempts.append(attempt)
            throw error
        }
        if isKnown { attempts.append(attempt) } else { wake() }
    }

    // MARK: Execution

    private func begin(_ attempt: inout ModelAttempt) async throws {
        let operation = Operation.report(attempt.lease, artifacts: 0)
        let lease = attempt.lease
        _ = try await self.attempt(operation) {
            try await $0.report(lease, TaskProgress(fraction: 0))
        }
        attempt.time = world.clock.now + random.time(200...3000)
        switch attempt.kind {
        case NewTask.cleanup: attempt.phase = .removeWorkspaces(generation: attempt.generation)
        case "transcode": attempt.phase = .work(attempt.payload.encodes > 0 ? 1 : 2)
        case "encode": attempt.phase = .work(2)
        case "package": attempt.phase = .work(1)
        case "publish":
            attempt.phase =
                world.files.has(attempt.identity, in: attempt.workspace)
                ? .record : isPublished(attempt) ? attempt.finish() : .stage
        default:
            attempt.phase = .report(.failed(.simulated("UNKNOWN", isPermanent: true)), retries: 0)
        }
    }

    /// Whether the job's package is committed, by whichever attempt.
    private func isPublished(_ attempt: ModelAttempt) -> Bool {
        world.files.packages[attempt.lease.job] != nil
    }

    private func work(_ attempt: inout ModelAttempt, _ count: Int) async throws {
        let (lease, workspace) = (attempt.lease, attempt.workspace)
        if attempt.kind == "transcode", isPublished(attempt) {
            attempt.phase = attempt.finish()
            return
        }
        if let failure = misfortune(attempt) {
            attempt.phase = .report(failure, retries: 0)
            return
        }
        attempt.artifacts += 1
        let file = "\(lease.task)/\(attempt.artifacts)"
        let now = world.clock.wall
        try fileOperation("write") { $0.write(file, in: workspace, at: now) }
        if attempt.kind == "encode" {
            let progress = TaskProgress(
                fraction: 0.5, artifacts: attempt.artifacts, cpuSeconds: 1, expectedCPUSeconds: 3)
            let operation = Operation.report(lease, artifacts: attempt.artifacts)
            _ = try await self.attempt(operation) { try await $0.report(lease, progress) }
        }
        attempt.time = world.clock.now + random.time(200...4000)
        guard count <= 1 else {
            attempt.phase = .work(count - 1)
            return
        }
        switch attempt.kind {
        case "transcode" where attempt.payload.encodes > 0:
            attempt.phase = .report(.completed(adding: tasks(of: attempt.payload)), retries: 0)
        case "encode": attempt.phase = .report(.completed(adding: []), retries: 0)
        default: attempt.phase = .stage
        }
    }

    private func tasks(of payload: SimulatedPayload) -> [NewTask] {
        let encodes = (0..<payload.encodes).map { _ in NewTask(kind: "encode", cost: 2) }
        return encodes + [NewTask(kind: "package", prerequisites: Array(encodes.indices))]
    }

    /// Decides whether the attempt fails at this point, by its job's conduct and by chance.
    private func misfortune(_ attempt: ModelAttempt) -> ModelAttempt.Outcome? {
        let isWork = attempt.kind == "transcode" || attempt.kind == "encode"
        // Of the encoding tasks of a job, only one has the problem.
        let isAffected =
            attempt.kind == (attempt.payload.encodes > 0 ? "encode" : "transcode")
            && (attempt.payload.encodes == 0 || attempt.lease.task.isMultiple(of: 2))
        switch attempt.payload.conduct {
        case .poison where isAffected:
            world.trace(process.name, "crashed by task \(attempt.lease.task)")
            return .abandoned(.crash)
        case .bad where isAffected && random.chance(60):
            return .failed(.simulated("BAD", isPermanent: true))
        case .unsteady where isWork && attempt.failures < 2 && random.chance(40):
            return .failed(.simulated("OUTPUT", isPermanent: false))
        case .unsteady where isWork && random.chance(10): return .released(after: 2)
        case .unsteady where isWork && attempt.failures < 2 && random.chance(15):
            return .abandoned(.simulated("TASK_TIMEOUT", isPermanent: false))
        default: return nil
        }
    }

    /// Completes missing artifacts and stages the package.
    private func stage(_ attempt: inout ModelAttempt) throws {
        let (workspace, identity) = (attempt.workspace, attempt.stagedIdentity)
        let now = world.clock.wall
        try fileOperation("stage") { $0.write(identity, in: workspace, at: now) }
        attempt.identity = identity
        if attempt.kind == "package" {
            let publish = NewTask(kind: "publish", payload: identity, cost: 0.1)
            attempt.phase = .report(.completed(adding: [publish]), retries: 0)
        } else {
            attempt.phase = .record
        }
    }

    /// Records the publication; repeats the call until the store responds.
    private func record(_ attempt: inout ModelAttempt) async throws {
        let (lease, identity) = (attempt.lease, attempt.identity)
        let outcome: Transition
        do {
            outcome = try await call(.beginPublishing(lease), Reply.init) {
                try await $0.beginPublishing(lease, record: identity)
            }
        } catch is QueueError {
            attempt.time = world.clock.now + random.time(1000...3000)
            return
        }
        guard outcome != .applied else {
            attempt.phase = .commit(isCancelRequested: false)
            return
        }
        // The staged package of a publishing task stays for the present holder of the lease.
        if attempt.kind != "publish" {
            let (workspace, job) = (attempt.workspace, lease.job)
            _ = try fileAttempt("rollBack") {
                $0.rollBack(identity, of: job, from: workspace)
            }
        }
        attempt.phase = .report(.released(after: 0), retries: 0)
    }

    private func commit(_ attempt: inout ModelAttempt, _ isCancelRequested: Bool) throws {
        let (job, identity, workspace) = (attempt.lease.job, attempt.identity, attempt.workspace)
        do {
            if isCancelRequested {
                let isCommitted = try fileOperation("rollBack") {
                    $0.rollBack(identity, of: job, from: workspace)
                }
                guard isCommitted else {
                    attempt.phase = .report(.released(after: 0), retries: 0)
                    return
                }
            } else {
                let world = world
                _ = try fileOperation("commit") { files in
                    let outcome = try files.commit(identity, of: job, from: workspace)
                    if outcome == .committed { world.history.committed(job, world) }
                }
            }
            attempt.phase = attempt.finish()
        } catch FileError.missing {
            // Rolled back by another worker, or removed by a cleanup: the next attempt builds it again.
            attempt.phase = .report(
                .failed(.simulated("OUTPUT", isPermanent: false)), retries: 0)
        }
    }

    private func removeWorkspace(_ attempt: inout ModelAttempt, _ generation: Int) throws {
        let name = FileModel.workspace(attempt.lease.job, generation)
        do {
            try fileOperation("removeWorkspace") { $0.remove(name) }
        } catch let error as FileError {
            // Files that remain after a publication are removed later.
            if attempt.kind == NewTask.cleanup { throw error }
        }
        attempt.phase =
            generation > 0
            ? .removeWorkspaces(generation: generation - 1)
            : .report(.completed(adding: []), retries: 0)
    }

    // MARK: Reports

    /// Reports the outcome of an attempt.
    ///
    /// - Returns: Whether the attempt continues.
    private func report(
        _ attempt: inout ModelAttempt, _ outcome: ModelAttempt.Outcome, _ retries: Int
    ) async throws -> Bool {
        let lease = attempt.lease
        if outcome == .abandoned(.crash) { throw CrashError() }
        if attempt.isLeaked { return try await endLeaked(&attempt) }
        if retries == 0, outcome.isFailure { world.history.failed(lease.job) }
        let isStale: Bool
        do {
            isStale = try await send(outcome, lease)
        } catch is QueueError {
            let backoff = min(5000, 500 << min(retries, 6))
            attempt.phase = .report(outcome, retries: retries + 1)
            attempt.time = world.clock.now + random.time(backoff / 2...backoff)
            return true
        }
        // The lease expired meanwhile.
        if isStale, attempt.isAlone { world.history.crashedAlone(lease.job) }
        // The execution of an abandoned task hangs, and may continue later.
        if case .abandoned = outcome, random.chance(50) {
            attempt.isLeaked = true
            attempt.phase = .work(1)
            attempt.time = world.clock.now + random.time(2000...40_000)
            return true
        }
        guard isStale, attempt.kind != ModelAttempt.publication else { return false }
        return try await mustRemoveFiles(&attempt)
    }

    /// An execution whose task was abandoned has ended.
    private func endLeaked(_ attempt: inout ModelAttempt) async throws -> Bool {
        try await mustRemoveFiles(&attempt)
    }

    /// Whether the attempt's job has ended, so that files which the attempt wrote late are removed.
    private func mustRemoveFiles(_ attempt: inout ModelAttempt) async throws -> Bool {
        let job = attempt.lease.job
        do {
            let found = try await call(.read) { try await $0.job(job) }
            switch found?.state {
            case nil, .completed, .cancelled: break
            case .queued, .processing: return false
            case .failed:
                let tasks = try await call(.read) { try await $0.tasks(of: job) }
                guard tasks.last(where: { $0.kind == NewTask.cleanup })?.state == .done else {
                    return false
                }
            }
            attempt.phase = .removeFiles
            return true
        } catch is QueueError {
            return false
        }
    }

    private func removeAll(_ attempt: ModelAttempt) throws {
        for generation in 0...attempt.generation {
            let name = FileModel.workspace(attempt.lease.job, generation)
            try fileAttempt("removeWorkspace") { $0.remove(name) }
        }
    }

    /// Sends an outcome.
    ///
    /// - Returns: Whether the lease is stale.
    private func send(_ outcome: ModelAttempt.Outcome, _ lease: Lease) async throws -> Bool {
        // Some workers do not know the CPU time of an attempt.
        let cpuSeconds = random.chance(80) ? Double(random.number(0...6000)) / 1000 : nil
        switch outcome {
        case .completed(let tasks):
            return try await call(.complete(lease, adding: tasks), Reply.init) {
                try await $0.complete(
                    lease, result: "{}", adding: tasks, cpuSeconds: cpuSeconds)
            } == .stale
        case .failed(let failure):
            return try await call(.fail(lease, failure), Reply.init) {
                try await $0.fail(lease, failure, cpuSeconds: cpuSeconds)
            } == .stale
        case .abandoned(let failure):
            return try await call(.abandon(lease, failure), Reply.init) {
                try await $0.abandon(lease, failure, cpuSeconds: cpuSeconds)
            } == .stale
        case .released(let seconds):
            return try await call(.release(lease, after: seconds), Reply.init) {
                try await $0.release(lease, after: seconds, cpuSeconds: cpuSeconds)
            } == .stale
        case .unknownPublication:
            try await call(.deferPublication(lease)) { try await $0.deferPublication(lease) }
            return false
        }
    }
}

extension ModelAttempt {
    /// The phase after the commit.
    func finish() -> Phase { .removeWorkspaces(generation: generation) }

    /// The identity of a package that this attempt stages; fencing tokens are unique within a task.
    var stagedIdentity: String { "\(lease.task)-\(lease.fencingToken)" }

    /// Continues after an error of the file system.
    mutating func fail(after error: FileError) {
        switch phase {
        case .commit: phase = .report(.unknownPublication, retries: 0)
        case .removeFiles: phase = .report(.released(after: 0), retries: 0)
        default: phase = .report(.failed(.simulated("OUTPUT", isPermanent: false)), retries: 0)
        }
    }
}

extension TaskFailure {
    /// A failure of the simulation.
    static func simulated(_ code: String, isPermanent: Bool) -> TaskFailure {
        TaskFailure(code: code, message: "", advice: "", isPermanent: isPermanent)
    }

    /// Stands for the end of the process.
    static let crash = simulated("CRASH", isPermanent: false)
}
