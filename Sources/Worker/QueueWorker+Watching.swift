internal import JobQueue
internal import Logging
internal import class Scheduling.Pause

/// What becomes of tasks that make no progress.
extension QueueWorker {
    /// Abandons tasks that have been silent for too long.
    func watchTasks() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(settings.watchInterval))
            guard !Task.isCancelled else { return }
            // What only waits for the store is over.
            let watched = active.filter { $0.value.end == .open && $0.value.stopTelling == nil }
            let signs = watched.mapValues { active in
                let (count, expected) = active.signs.latest
                return TaskWatch.Sign(
                    count: count, limit: .seconds(settings.taskTimeout + min(expected, 1e9)))
            }
            for lease in watch.look(at: signs, settings.now()) { stop(lease) }
        }
    }

    /// Tasks among what is leaked.
    var leakedTasks: Int { leaked.values.count { $0 != nil } }

    /// Cancels an attempt, and gives its slot up where it does not end.
    private func stop(_ lease: Lease) {
        guard let stalled = active[lease], stalled.end == .open else { return }
        active[lease]?.end = .stalled
        let kind = stalled.task?.kind ?? "publication"
        logger.error(
            "\(kind) makes no progress, and is abandoned", metadata: ["job": "\(lease.job)"])
        stalled.work?.cancel()
        startInBackground { await self.giveUpSlot(of: stalled, lease, kind) }
    }

    /// Waits for the end of a cancelled attempt, and gives its slot up where it does not end in time.
    private func giveUpSlot(of stalled: Active, _ lease: Lease, _ kind: String) async {
        let limit = ContinuousClock.now + .seconds(settings.stopTimeout)
        let isOver: Void? = try? await within(limit) { await stalled.work?.value }
        guard isOver == nil, active[lease]?.end == .stalled, active[lease]?.stopTelling == nil
        else { return }
        active[lease]?.end = .abandoned
        await abandon(lease, kind)
        // It may have ended while the store was told.
        if active[lease]?.hasEnded == false {
            leaked.updateValue(stalled.task, forKey: lease)
            logger.error(
                "\(kind) does not stop: its slot is given up",
                metadata: ["job": "\(lease.job)", "slots": "\(settings.slots)"])
        }
        active[lease] = nil
        endIfUseless()
        pause.end()
    }

    /// Whether an attempt that has ended says so in the store itself; if not, that is done, or being done, by whoever abandoned it.
    func endsItself(_ lease: Lease) -> Bool {
        if leaked.removeValue(forKey: lease) != nil {
            pause.end()
            return false
        }
        guard active[lease]?.end == .abandoned else { return true }
        active[lease]?.hasEnded = true
        return false
    }

    /// Says in the store that an attempt is abandoned.
    @discardableResult
    func abandon(_ lease: Lease, _ kind: String) async -> FailureOutcome? {
        let failure = timeout
        // A publication waits for a file server, and a clean-up comes again and again: neither tells of the machine.
        let isTask = active[lease]?.task.map { $0.kind != NewTask.cleanup } ?? false
        let outcome = await persist(lease) { [store] in try await store.abandon(lease, failure) }
        counts.change { $0.failures[failure.code, default: 0] += 1 }
        count(.abandoned, of: lease, kind)
        logger.warning(
            "\(kind) abandoned",
            metadata: ["job": "\(lease.job)", "outcome": "\(Self.word(outcome))"])
        if isTask { abandonedInARow += 1 }
        return outcome
    }

    private var timeout: TaskFailure {
        TaskFailure(
            .timeout,
            message: "it made no progress for \(Int(settings.taskTimeout)) s beyond its estimate",
            advice: "look at the worker's machine and at the file servers that it uses",
            isPermanent: false)
    }

    /// Takes the worker out where tasks are abandoned one after the other, or no slot is left.
    func endIfUseless() {
        let isUseless =
            abandonedInARow >= settings.abandonedInARow || leakedTasks >= settings.slots
        guard isUseless, ownFault == nil else { return }
        ownFault = WorkerFault(cause: .abandonments(max(1, abandonedInARow)), last: timeout)
        drain()
    }
}
