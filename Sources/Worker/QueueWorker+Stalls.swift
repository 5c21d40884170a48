internal import JobQueue
internal import Logging
internal import class Scheduling.Pause

/// The abandonment of stalled tasks.
extension QueueWorker {
    /// Checks for stalled tasks, and stops them.
    func abandonStalledTasks() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(settings.stallCheckInterval))
            guard !Task.isCancelled else { return }
            let running = attempts.filter { attempt in
                guard case .running = attempt.value.stage else { return false }
                return true
            }
            let observations = running.mapValues { attempt in
                let (count, expected) = attempt.activity.latest
                return StallDetector.Observation(
                    count: count, timeout: .seconds(settings.taskTimeout + min(expected, 1e9)))
            }
            for lease in stallDetector.observe(observations, at: settings.now()) { stop(lease) }
        }
    }

    /// The number of leaked attempts at tasks, which occupy slots.
    var leakedTasks: Int { leaked.values.count { $0 != nil } }

    /// Cancels an attempt, and abandons its slot if it does not end.
    private func stop(_ lease: Lease) {
        guard let stalled = attempts[lease], case .running = stalled.stage else { return }
        attempts[lease]?.stage = .stalled
        let kind = stalled.kind
        logger.error("task stalled", metadata: Self.metadata(lease, kind))
        stalled.cancel()
        startInBackground { await self.abandonSlot(of: stalled, lease, kind) }
    }

    /// Waits for the end of a cancelled attempt, and abandons its slot after the timeout.
    private func abandonSlot(of stalled: Attempt, _ lease: Lease, _ kind: String) async {
        let deadline = ContinuousClock.now + .seconds(settings.stopTimeout)
        let hasEnded = await stalled.execution?.hasEnded(by: deadline) ?? true
        guard !hasEnded, case .stalled = attempts[lease]?.stage else { return }
        await abandon(lease, kind, hasEnded: false)
        // The attempt may have ended during the report.
        if case .abandoned = attempts[lease]?.stage {
            leaked.updateValue(stalled.task, forKey: lease)
            var metadata = Self.metadata(lease, kind)
            metadata["slots"] = "\(settings.slots)"
            logger.error("stalled task does not stop, slot abandoned", metadata: metadata)
        }
        attempts[lease] = nil
        shutDownIfUnusable()
        pause.end()
    }

    /// Records that the execution of an attempt has ended.
    ///
    /// - Returns: Whether the caller reports the outcome; that of an abandoned attempt is reported already.
    func recordEnd(of lease: Lease) -> Bool {
        if leaked.removeValue(forKey: lease) != nil {
            pause.end()
            return false
        }
        guard case .abandoned(let stop) = attempts[lease]?.stage else { return true }
        attempts[lease]?.stage = .ended(stop: stop)
        return false
    }

    /// Reports the abandonment of an attempt.
    ///
    /// - Parameters:
    ///   - lease: The lease of the attempt.
    ///   - kind: The kind of its task.
    ///   - hasEnded: Whether its execution has ended.
    /// - Returns: The response; `nil` if there is none.
    @discardableResult
    func abandon(
        _ lease: Lease, _ kind: String, hasEnded: Bool
    ) async -> FailureOutcome? {
        let failure = timeout
        // A publication waits for a file server, and a cleanup is retried without a limit: neither indicates a host error.
        let isTask = attempts[lease]?.task.map { $0.kind != NewTask.cleanup } ?? false
        let cpuSeconds = cpuSeconds(lease)
        let outcome = await reporting(lease, kind, hasEnded: hasEnded) { [store] in
            try await store.abandon(lease, failure, cpuSeconds: cpuSeconds)
        }
        counts.change { $0.failures[failure.code, default: 0] += 1 }
        count(.abandoned, of: lease, kind)
        logger.warning("task abandoned", metadata: Self.metadata(lease, kind, outcome))
        if isTask { consecutiveStalls += 1 }
        return outcome
    }

    private var timeout: TaskFailure {
        TaskFailure(
            .timeout,
            message: "it made no progress for \(Int(settings.taskTimeout)) s beyond its estimate",
            advice: "check the worker's host and the file servers that it uses",
            isPermanent: false)
    }

    /// Shuts the worker down after consecutive stalls, or if no slot is left.
    func shutDownIfUnusable() {
        guard
            consecutiveStalls >= settings.maxConsecutiveStalls || leakedTasks >= settings.slots
        else { return }
        shutDown(.stalledTasks(max(1, consecutiveStalls)), timeout)
    }
}
