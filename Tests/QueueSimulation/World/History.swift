import JobQueue

/// What happened in a schedule, independent of the store's content: the ground truth of the invariants.
struct History {
    /// A job that the clients want.
    struct Request {
        let number: Int
        let conduct: Conduct
    }

    /// The ids of events that ever existed, with their meaning.
    private var events: [String: ModelEventMeaning] = [:]
    /// The number of packages that were committed, by job.
    private(set) var commits: [JobID: Int] = [:]
    /// The ended attempts of a worker that ran the task of a job alone, without a report.
    private(set) var crashesAlone: [JobID: Int] = [:]
    /// The failed attempts that workers reported, by task.
    private(set) var failures: [JobID: Int] = [:]
    /// The jobs whose submission was confirmed.
    private(set) var accepted: Set<JobID> = []
    /// The jobs of which a restored backup lost something.
    private(set) var isBackupRestored = false
    private(set) var requests: [JobID: Request] = [:]
    /// Whether the store has a reading of the wall clock, without which it detects no jump.
    private var hasReading = false
    /// The jobs that the store may delete early: the wall clock was behind when they ended, or no worker had read it.
    private(set) var misdated: Set<JobID> = []
    /// The requested cancellations.
    var cancelled: Set<JobID> = []

    func name(_ job: JobID) -> String { requests[job].map { "job \($0.number)" } ?? job.text }

    mutating func clockWasRead() { hasReading = true }
    mutating func wasSubmitted(_ job: JobID, _ request: Request) { requests[job] = request }
    mutating func wasAccepted(_ job: JobID) { accepted.insert(job) }
    mutating func failed(_ job: JobID) { failures[job, default: 0] += 1 }
    mutating func crashedAlone(_ job: JobID) { crashesAlone[job, default: 0] += 1 }

    /// Records a committed package.
    mutating func committed(_ job: JobID, _ world: World) {
        commits[job, default: 0] += 1
        if commits[job] != 1 {
            world.violate(.onePackage, "\(name(job)) has \(commits[job] ?? 0) packages")
        }
    }

    /// Checks new events and jobs after a transaction.
    mutating func observe(_ changes: [ChangedRow], _ state: ModelState, _ world: World) {
        for change in changes where change.table == .event {
            guard let event = state.events[change.row] else { continue }
            if event.kind.isEnd, world.clock.wallOffset < 0 || !hasReading {
                misdated.insert(event.job)
            }
            let meaning = ModelEventMeaning(job: event.job, kind: event.kind)
            if let other = events[event.identifier], other != meaning {
                world.violate(
                    .eventID,
                    "event id \(event.identifier) of \(other) is used again for \(meaning)")
            }
            events[event.identifier] = meaning
            checkEnds(of: event.job, state, world)
        }
    }

    /// One last event for each time that the job was queued.
    private func checkEnds(of job: JobID, _ state: ModelState, _ world: World) {
        var isOpen = false
        for event in state.events.values.filter({ $0.job == job }).sorted(by: {
            $0.sequence < $1.sequence
        }) {
            if event.kind == .queued { isOpen = true }
            guard event.kind.isEnd else { continue }
            if !isOpen { world.violate(.terminalEvent, "\(name(job)) ended twice") }
            isOpen = false
        }
    }

    /// A receiver got an event.
    mutating func received(_ delivery: Delivery, _ world: World) {
        let identifier = delivery.event.id
        let meaning = ModelEventMeaning(job: delivery.event.job, kind: delivery.event.kind)
        if let known = events[identifier], known != meaning {
            world.violate(.eventID, "event id \(identifier) was \(known), now \(meaning)")
        }
        events[identifier] = meaning
    }

    /// The store continues with an earlier state.
    mutating func storeWasRestored(
        _ state: ModelState, before: Set<JobID>, isBackup: Bool, hasReading: Bool,
        _ world: World
    ) {
        self.hasReading = hasReading
        if !hasReading {
            misdated.formUnion(state.jobs.values.filter(\.state.isFinal).map(\.id))
        }
        // The end of these attempts may have been reported, and the report is undone.
        for task in state.tasks.values where task.isAlone && task.state == .running {
            crashesAlone[task.job, default: 0] += 1
        }
        if isBackup {
            isBackupRestored = true
            accepted = accepted.filter { state.jobs[$0] != nil }
            return
        }
        for job in accepted.subtracting(misdated).sorted()
        where before.contains(job) && state.jobs[job] == nil {
            world.violate(.acceptedJob, "\(name(job)) was accepted, and a power failure lost it")
        }
    }

    /// A job was deleted on request.
    mutating func wasPruned(_ job: JobID) { accepted.remove(job) }
}

/// What an event id stands for.
struct ModelEventMeaning: Hashable, CustomStringConvertible {
    let job: JobID
    let kind: JobEvent.Kind
    var description: String { "\(kind.rawValue) of \(job)" }
}
