internal import JobQueue

extension QueueStats {
    /// The ready tasks by priority, always with the default priority: an autoscaler must distinguish zero from a missing value.
    private var readyWithDefault: [ReadyTasks] {
        readyByPriority.contains { $0.priority == 0 }
            ? readyByPriority : readyByPriority + [ReadyTasks(priority: 0, ready: 0)]
    }

    /// The metrics of a queue.
    var metrics: [Metric] {
        [
            Metric(
                "vtranscode_jobs", .gauge, "Jobs in the queue by status.",
                JobState.allCases.map {
                    .init(Double(jobs[$0] ?? 0), labels: [("status", $0.name)])
                }),
            Metric(
                "vtranscode_tasks", .gauge, "Unfinished tasks by state.",
                TaskState.unfinished.map {
                    .init(Double(tasks[$0] ?? 0), labels: [("state", $0.name)])
                }),
            Metric(
                "vtranscode_ready_tasks", .gauge, "Ready tasks by priority.",
                readyWithDefault.map {
                    .init(Double($0.ready), labels: [("priority", "\($0.priority)")])
                }),
            Metric(
                "vtranscode_oldest_wait_seconds", .gauge,
                "Longest time that an admitted job has waited for its first task to start, in seconds; 0 if none waits.",
                oldestWait ?? 0),
            Metric(
                "vtranscode_paused", .gauge, "1 while the queue is paused.",
                isPaused ? 1 : 0),
            Metric(
                "vtranscode_workers", .gauge, "Registered workers.",
                Double(workers.count)),
            Metric(
                "vtranscode_worker_running_tasks", .gauge, "Tasks that a worker runs.",
                workers.map { .init(Double($0.running), labels: $0.labels) }),
            Metric(
                "vtranscode_worker_heartbeat_age_seconds", .gauge,
                "Time since a worker's last heartbeat, in seconds; the lease expires after 15 s.",
                workers.map { .init($0.heartbeatAge, labels: $0.labels) }),
            Metric(
                "vtranscode_webhook_deliveries", .gauge,
                "Undelivered events by state: pending, or failed if their delivery was abandoned.",
                [
                    .init(Double(deliveriesPending), labels: [("state", "pending")]),
                    .init(Double(deliveriesFailed), labels: [("state", "failed")]),
                ]),
        ]
    }
}

extension QueueStats.Worker {
    /// The labels that identify the worker.
    fileprivate var labels: [(name: String, value: String)] {
        [("worker", "\(id)"), ("name", info.name), ("host", info.host)]
    }
}
