import MediaModel
import StatusServer
import Worker

extension WorkerCounts.Snapshot {
    /// What there is to watch of this process's work.
    var metrics: [Metric] {
        let kinds = attempts.sorted { $0.key < $1.key }
        return [
            Metric(
                "vtranscode_claims_total", .counter, "Tasks that this worker has claimed, by kind.",
                kinds.map { .init(Double($0.value.claims), labels: [("kind", $0.key)]) }),
            Metric(
                "vtranscode_attempts_total", .counter,
                "Attempts of this worker that have ended, by the task's kind and how.",
                kinds.flatMap { kind, attempts in
                    WorkerCounts.Ending.allCases.map { ending in
                        .init(
                            Double(attempts.endings[ending] ?? 0),
                            labels: [("kind", kind), ("outcome", ending.rawValue)])
                    }
                }),
            Metric(
                "vtranscode_attempt_seconds_total", .counter,
                "Time that this worker's attempts took that have ended, by the task's kind.",
                kinds.map { .init($0.value.seconds, labels: [("kind", $0.key)]) }),
            Metric(
                "vtranscode_attempt_failures_total", .counter,
                "Attempts of this worker that failed, by the failure's code.",
                failures.sorted { $0.key < $1.key }.map {
                    .init(Double($0.value), labels: [("code", $0.key)])
                }),
            Metric(
                "vtranscode_lost_workers_total", .counter,
                "Other workers that this one has given up, as they said nothing any more.",
                Double(lostWorkers)),
            Metric(
                "vtranscode_lost_leases_total", .counter,
                "Tasks that those workers had: returned to the queue (into quarantine), or failed by their crash count.",
                [
                    .init(Double(returnedLeases), labels: [("outcome", "returned")]),
                    .init(Double(failedLeases), labels: [("outcome", "failed")]),
                ]),
        ]
    }
}

extension Metric {
    /// What runs, and how much it takes on.
    static func build(slots: Int) -> [Metric] {
        [
            Metric(
                "vtranscode_worker_slots", .gauge, "Tasks that this worker takes at once.",
                Double(slots)),
            Metric(
                "vtranscode_build_info", .gauge, "Always 1; its labels say what runs.",
                [.init(1, labels: [("version", VTranscode.version)])]),
        ]
    }
}
