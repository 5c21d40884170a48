internal import JobQueue

extension QueueStats {
    /// Those of the usual priority even if there are none: who scales by them must not take zero for a missing answer.
    private var readyByPriority: [Lane] {
        lanes.contains { $0.priority == 0 } ? lanes : lanes + [Lane(priority: 0, ready: 0)]
    }

    /// What there is to watch of a queue.
    var metrics: [Metric] {
        [
            Metric(
                "vtranscode_jobs", .gauge, "Jobs that the queue remembers, by status.",
                JobState.allCases.map {
                    .init(Double(jobs[$0] ?? 0), labels: [("status", $0.name)])
                }),
            Metric(
                "vtranscode_tasks", .gauge, "Tasks that are not over, by state.",
                TaskState.unfinished.map {
                    .init(Double(tasks[$0] ?? 0), labels: [("state", $0.name)])
                }),
            Metric(
                "vtranscode_ready_tasks", .gauge, "Tasks that a worker may take, by priority.",
                readyByPriority.map {
                    .init(Double($0.ready), labels: [("priority", "\($0.priority)")])
                }),
            Metric(
                "vtranscode_oldest_wait_seconds", .gauge,
                "How long the job that may run and has waited longest has waited; 0 if none waits.",
                oldestWait ?? 0),
            Metric(
                "vtranscode_paused", .gauge, "1 while workers may claim nothing.",
                isPaused ? 1 : 0),
            Metric(
                "vtranscode_workers", .gauge, "Workers that are registered.",
                Double(workers.count)),
            Metric(
                "vtranscode_worker_running_tasks", .gauge, "Tasks that a worker has.",
                workers.map { .init(Double($0.running), labels: $0.labels) }),
            Metric(
                "vtranscode_worker_silence_seconds", .gauge,
                "How long a worker has said nothing: above the lease it is given up.",
                workers.map { .init($0.silence, labels: $0.labels) }),
            Metric(
                "vtranscode_webhook_deliveries", .gauge,
                "Events that webhooks have not been told of: pending ones, and those given up.",
                [
                    .init(Double(deliveriesPending), labels: [("state", "pending")]),
                    .init(Double(deliveriesFailed), labels: [("state", "failed")]),
                ]),
        ]
    }
}

extension QueueStats.Worker {
    /// What tells it from others.
    fileprivate var labels: [(name: String, value: String)] {
        [("worker", "\(id)"), ("name", info.name), ("host", info.host)]
    }
}
