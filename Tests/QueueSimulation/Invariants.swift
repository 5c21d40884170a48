import JobQueue

/// The invariants that are checked at the end of a schedule.
enum Invariants {
    /// Checks each job, once all have ended.
    static func checkEnd(of world: World) {
        for job in world.history.accepted.sorted() {
            guard let found = world.state.jobs[job] else {
                guard !world.history.misdated.contains(job) else { continue }
                world.violate(.acceptedJob, "\(world.history.name(job)) is not in the store")
                continue
            }
            checkPackage(of: found, world)
            checkCharge(of: found, world)
        }
    }

    /// A completed job has one package; the others have none, unless a restored backup forgot it.
    private static func checkPackage(of job: ModelJob, _ world: World) {
        let count = world.history.commits[job.id] ?? 0
        let name = world.history.name(job.id)
        if job.state == .completed, count != 1 {
            world.violate(.onePackage, "\(name) is completed and has \(count) packages")
        }
        if job.state != .completed, count > 0, !world.history.isBackupRestored {
            world.violate(.onePackage, "\(name) is \(job.state.name) and has a package")
        }
    }

    /// No job ends because of another one: each failure has a cause in the job or in its own attempts.
    private static func checkCharge(of job: ModelJob, _ world: World) {
        let history = world.history
        guard let request = history.requests[job.id] else { return }
        let name = "\(history.name(job.id)) (\(request.conduct.text))"
        let (crashes, failures) = (
            history.crashesAlone[job.id] ?? 0, history.failures[job.id] ?? 0
        )
        for task in world.state.tasks(of: job.id) where task.crashCount > crashes {
            world.violate(
                .charge,
                "task \(task.id) of \(name) has crash count \(task.crashCount); its attempts crashed \(crashes)"
            )
        }
        switch (job.state, request.conduct) {
        case (.failed, .honest), (.failed, .unsteady):
            let hasCrashed = crashes >= World.policy.maxConsecutiveCrashes
            guard !hasCrashed, failures < World.policy.maxAttempts else { return }
            world.violate(
                .charge, "\(name) failed after \(crashes) crashes and \(failures) failures")
        case (.completed, .poison):
            world.violate(.charge, "\(name) is completed")
        default: break
        }
    }

    /// Describes what has not ended.
    static func unfinished(_ world: World) -> String {
        let jobs = world.state.jobs.values.filter { !$0.state.isFinal }.sorted { $0.id < $1.id }
            .map { job in
                let tasks = world.state.tasks(of: job.id).map {
                    "\($0.kind) \($0.id) \($0.state.name)"
                }
                return "\(world.history.name(job.id)) is \(job.state.name): "
                    + tasks.joined(separator: ", ")
            }
        let deliveries = world.state.deliveries.values.count { $0.due != nil }
        return (jobs + ["\(deliveries) deliveries are pending"]).joined(separator: "; ")
    }

    /// Checks that all jobs were deleted, and all workspaces removed.
    static func checkEmpty(_ world: World) {
        for name in world.files.workspaces.keys.sorted() {
            world.violate(.workspace, "workspace \(name) is left")
        }
        for job in world.state.jobs.keys.sorted() {
            world.violate(.workspace, "\(world.history.name(job)) is not deleted")
        }
    }
}
