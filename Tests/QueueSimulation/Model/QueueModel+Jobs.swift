import JobQueue

/// Transitions of jobs.
extension QueueModel {
    mutating func submit(_ request: JobRequest) throws -> JobID {
        if let known = currentJob(request.tenant, request.key) { return known }
        let new = observed.jobs.added(to: state.jobs)
        guard let id = new.first, new.count == 1 else {
            throw ModelError(description: "a submission inserted \(new.count) jobs")
        }
        let admission: JobAdmission =
            request.delay > 0 ? .delayed : admit(request.tenant) ? .ready : .held
        state.jobs[id] = ModelJob(
            id: id, tenant: request.tenant, key: request.key, priority: request.priority,
            hasWebhook: request.webhook != nil, state: .queued, admission: admission,
            pending: request.tasks.count, due: wall + Int64(request.delay * 1000))
        try insert(request.tasks, of: id, isAdmitted: admission == .ready)
        record(.queued, of: id)
        return id
    }

    /// The job that has an idempotency key; a job that is cancelled, or about to be, has released its key.
    func currentJob(_ tenant: String, _ key: String) -> JobID? {
        state.jobs.values.first {
            $0.tenant == tenant && $0.key == key && $0.state != .cancelled
                && !$0.isCancelRequested && !$0.isPruned
        }?.id
    }

    /// Inserts tasks; those without prerequisites are ready if the job is admitted.
    @discardableResult
    mutating func insert(
        _ tasks: [NewTask], of job: JobID, isAdmitted: Bool
    ) throws -> [Int64] {
        let priority = state.jobs[job]?.priority ?? 0
        var ids: [Int64] = []
        for task in tasks {
            let id = try nextTaskID()
            let prerequisites = Set(task.prerequisites.map { ids[$0] })
            if !prerequisites.isEmpty { state.add(prerequisites, toPrerequisitesOf: id) }
            state.tasks[id] = ModelTask(
                id: id, job: job, kind: task.kind, priority: priority,
                state: isAdmitted && prerequisites.isEmpty ? .ready : .waiting,
                unmetDependencies: prerequisites.count, hasCost: task.cost > 0)
            ids.append(id)
        }
        return ids
    }

    // MARK: End

    /// Ends a job; its unfinished tasks are cancelled unless it is completed.
    mutating func end(_ id: JobID, as end: JobState, isPermanent: Bool = false) throws {
        guard let job = state.jobs[id] else { return }
        state.jobs[id]?.state = end
        state.jobs[id]?.admission = .ready
        state.jobs[id]?.finished = wall
        state.jobs[id]?.hasPermanentFailure = isPermanent
        if end != .completed { cancelTasks(id) }
        if job.admission == .ready { releaseAdmission(job.tenant) }
        switch end {
        case .completed: record(.published, of: id)
        case .failed:
            record(.failed, of: id)
            if isPermanent { try addCleanupIfUnleased(id) }
        case .cancelled: record(.cancelled, of: id)
        case .queued, .processing: break
        }
    }

    private mutating func cancelTasks(_ job: JobID) {
        for task in state.tasks(of: job) where !task.isCleanup {
            guard [.waiting, .ready, .delayed, .quarantined].contains(task.state) else { continue }
            state.tasks[task.id]?.state = .cancelled
            state.tasks[task.id]?.isAlone = false
        }
    }

    /// Requests a job's cancellation.
    ///
    /// A job that has ended does not change. The others end once no worker holds a task and their files are removed.
    mutating func cancel(_ id: JobID) throws {
        guard let job = state.jobs[id], !job.state.isFinal else { return }
        state.jobs[id]?.isCancelRequested = true
        cancelTasks(id)
        try continueCancellation(id)
    }

    mutating func continueCancellation(_ id: JobID) throws {
        guard !state.tasks(of: id).contains(where: \.isLeased) else { return }
        cancelTasks(id)
        if try !addCleanup(id) { try end(id, as: .cancelled) }
    }

    /// The files of a permanently failed job are removed once no worker holds a task.
    mutating func taskWasReleased(_ id: JobID) throws {
        guard let job = state.jobs[id], job.state == .failed, job.hasPermanentFailure else {
            return
        }
        try addCleanupIfUnleased(id)
    }

    private mutating func addCleanupIfUnleased(_ id: JobID) throws {
        guard !state.tasks(of: id).contains(where: \.isLeased) else { return }
        _ = try addCleanup(id)
    }

    /// Adds a cleanup unless the job has an open one.
    ///
    /// - Returns: False if the job has no files, because no worker claimed any of its tasks.
    private mutating func addCleanup(_ id: JobID) throws -> Bool {
        let tasks = state.tasks(of: id)
        guard tasks.contains(where: { !$0.isCleanup && $0.fencingToken > 0 }) else { return false }
        if tasks.contains(where: Self.isOpenCleanup) { return true }
        try insert([NewTask(kind: NewTask.cleanup, cost: 0)], of: id, isAdmitted: true)
        return true
    }

    /// Adds a cleanup to a failed job whose files were not removed.
    mutating func removeFiles(of id: JobID) throws {
        let tasks = state.tasks(of: id)
        guard state.jobs[id]?.state == .failed, !tasks.contains(where: \.isLeased),
            !tasks.contains(where: { $0.isCleanup && $0.state == .done })
        else { return }
        _ = try addCleanup(id)
    }

    private static func isOpenCleanup(_ task: ModelTask) -> Bool {
        task.isCleanup && [.waiting, .ready, .delayed, .running].contains(task.state)
    }

    mutating func cleanupWasCompleted(_ id: JobID) throws {
        guard let job = state.jobs[id] else { return }
        if job.isBeingCancelled { try end(id, as: .cancelled) }
        if job.isPruned { delete(id) }
    }

    /// Deletes ended jobs of an age; a failed job with files is deleted when these are removed.
    mutating func prune(_ age: Int64) throws {
        let ended = state.jobs.values.filter { job in
            job.state.isFinal && !job.isPruned && (job.finished ?? .max) <= wall - age
                && !state.deliveries.values.contains { $0.job == job.id && $0.due != nil }
        }
        for job in ended.sorted(by: { ($0.finished ?? 0, $0.id) < ($1.finished ?? 0, $1.id) }) {
            // The store may delete fewer jobs: it is never required at once.
            if let found = observed.jobs[job.id], !found.isPruned { continue }
            let tasks = state.tasks(of: job.id)
            let isCleanedUp = tasks.contains { $0.isCleanup && $0.state == .done }
            if !tasks.contains(where: Self.isOpenCleanup), job.state != .failed || isCleanedUp {
                delete(job.id)
                continue
            }
            state.jobs[job.id]?.isPruned = true
            if try !addCleanup(job.id) { delete(job.id) }
        }
    }

    // MARK: Retry

    /// Continues a failed job.
    ///
    /// If a cleanup has removed its files, or was about to, its completed tasks run again.
    mutating func retry(_ id: JobID) throws {
        guard let job = state.jobs[id] else { return }
        if !job.state.isFinal, !job.isCancelRequested { return }
        guard job.state == .failed, currentJob(job.tenant, job.key) ?? id == id else {
            throw ModelError(description: "the store retried a job that is \(job.state.name)")
        }
        var isCleanedUp = false
        for task in state.tasks(of: id) where task.isCleanup {
            guard !task.isLeased else {
                throw ModelError(description: "the store retried a job during its cleanup")
            }
            guard task.state != .cancelled else { continue }
            state.tasks[task.id]?.state = .cancelled
            isCleanedUp = true
        }
        let isInvalid = { (task: ModelTask) in
            isCleanedUp && task.state == .done && task.hasCost
                || [.failed, .cancelled].contains(task.state)
        }
        let reopened = state.tasks(of: id).filter { !$0.isCleanup && isInvalid($0) }.map(\.id)
        for task in reopened {
            let unmet = (state.prerequisites[task]?.tasks ?? []).count {
                reopened.contains($0) || state.tasks[$0]?.state != .done
            }
            reopen(task, unmet)
        }
        let isAdmitted = admit(job.tenant)
        state.jobs[id]?.state = .queued
        state.jobs[id]?.admission = isAdmitted ? .ready : .held
        state.jobs[id]?.isCancelRequested = false
        state.jobs[id]?.isPruned = false
        state.jobs[id]?.finished = nil
        state.jobs[id]?.hasPermanentFailure = false
        let pending = state.tasks(of: id).count { !$0.isCleanup && $0.state != .done }
        state.jobs[id]?.pending = pending
        if isAdmitted { makeTasksReady(id) }
        record(.queued, of: id)
    }

    private mutating func reopen(_ id: Int64, _ unmetDependencies: Int) {
        guard var task = state.tasks[id] else { return }
        task.state = .waiting
        (task.attempts, task.reclaims) = (0, 0)
        (task.crashCount, task.consecutiveCrashes) = (0, 0)
        (task.isAlone, task.abandonedBy, task.due) = (false, nil, nil)
        task.unmetDependencies = unmetDependencies
        state.tasks[id] = task
    }

    // MARK: Admission

    /// The number of a tenant's jobs that count toward its limit.
    func runningJobs(_ tenant: String) -> Int {
        state.jobs.values.count {
            $0.tenant == tenant && !$0.state.isFinal && $0.admission == .ready
        }
    }

    /// Counts a job as running if the tenant is below its limit.
    mutating func admit(_ tenant: String) -> Bool {
        guard let found = state.tenants[tenant], let limit = found.limit else { return true }
        guard found.running < limit else { return false }
        state.tenants[tenant]?.running += 1
        return true
    }

    private mutating func releaseAdmission(_ tenant: String) {
        guard let found = state.tenants[tenant], found.limit != nil else { return }
        state.tenants[tenant]?.running = max(0, found.running - 1)
        admitHeld(tenant)
    }

    /// Admits held jobs of a tenant up to its limit, by priority and age.
    mutating func admitHeld(_ tenant: String) {
        let held = state.jobs.values.filter { $0.tenant == tenant && $0.admission == .held }
        for job in held.sorted(by: { ($1.priority, $0.id) < ($0.priority, $1.id) }) {
            guard admit(tenant) else { return }
            makeReady(job.id)
        }
    }

    private mutating func makeReady(_ job: JobID) {
        state.jobs[job]?.admission = .ready
        makeTasksReady(job)
    }

    mutating func makeTasksReady(_ job: JobID) {
        for task in state.tasks(of: job)
        where task.state == .waiting && task.unmetDependencies == 0 {
            state.tasks[task.id]?.state = .ready
        }
    }

    /// Admits delayed jobs that are due, or holds them.
    mutating func admitDue() {
        let due = state.jobs.values.filter { $0.admission == .delayed && $0.due <= wall }
        for job in due.sorted(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
            if admit(job.tenant) {
                makeReady(job.id)
            } else {
                state.jobs[job.id]?.admission = .held
            }
        }
    }
}
