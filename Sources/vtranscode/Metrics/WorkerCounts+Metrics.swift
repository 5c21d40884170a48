import MediaModel
import StatusServer
import Worker

extension WorkerCounts.Snapshot {
    /// The metrics of this process's tasks.
    var metrics: [Metric] {
        let kinds = attempts.sorted { $0.key < $1.key }
        return [
            Metric(
                "vtranscode_claims_total", .counter, "Tasks claimed by this worker, by kind.",
                kinds.map { .init(Double($0.value.claims), labels: [("kind", $0.key)]) }),
            Metric(
                "vtranscode_attempts_total", .counter,
                "Ended attempts of this worker, by kind of task and outcome.",
                kinds.flatMap { kind, attempts in
                    WorkerCounts.Outcome.allCases.map { outcome in
                        .init(
                            Double(attempts.outcomes[outcome] ?? 0),
                            labels: [("kind", kind), ("outcome", outcome.rawValue)])
                    }
                }),
            Metric(
                "vtranscode_attempt_seconds_total", .counter,
                "Total time of ended attempts of this worker, in seconds, by kind of task.",
                kinds.map { .init($0.value.seconds, labels: [("kind", $0.key)]) }),
            Metric(
                "vtranscode_attempt_failures_total", .counter,
                "Failed attempts of this worker, by code.",
                failures.sorted { $0.key < $1.key }.map {
                    .init(Double($0.value), labels: [("code", $0.key)])
                }),
            Metric(
                "vtranscode_expired_workers_total", .counter,
                "Workers whose expired lease this worker has detected.",
                Double(expiredWorkers)),
            Metric(
                "vtranscode_reclaimed_tasks_total", .counter,
                "Tasks of expired workers: requeued (quarantined), or failed by their crash count.",
                [
                    .init(Double(requeuedTasks), labels: [("outcome", "requeued")]),
                    .init(Double(failedTasks), labels: [("outcome", "failed")]),
                ]),
            Metric(
                "vtranscode_maintenance_age_seconds", .gauge,
                "Time since this worker's last complete maintenance of the queue, in seconds.",
                max(0, lastMaintenance.duration(to: .now) / .seconds(1))),
            Metric(
                "vtranscode_pruned_jobs_total", .counter,
                "Jobs that this worker has deleted after their retention.", Double(prunedJobs)),
            Metric(
                "vtranscode_clock_trusted", .gauge,
                "0 while no jobs are deleted because the wall clock has jumped.",
                isClockTrusted ? 1 : 0),
        ]
    }
}

extension Metric {
    /// The version and the slots of this worker.
    static func build(slots: Int) -> [Metric] {
        [
            Metric(
                "vtranscode_worker_slots", .gauge, "Tasks that this worker runs at the same time.",
                Double(slots)),
            Metric(
                "vtranscode_build_info", .gauge, "Always 1; the labels name the version.",
                [.init(1, labels: [("version", VTranscode.version)])]),
        ]
    }
}
