internal import Foundation
internal import JobQueue
internal import Logging
internal import class Scheduling.Pause

/// What a worker does every few seconds beside its tasks.
extension QueueWorker {
    /// Says that this worker lives, and learns what has become unwanted.
    func speakUp() async {
        while !Task.isCancelled {
            await sleep(settings.lease / 5)
            guard !Task.isCancelled else { return }
            let before = Set(active.keys)
            do {
                let answer = try await store.heartbeat(id)
                // It may have deregistered meanwhile, and is not to begin anew.
                guard !Task.isCancelled else { return }
                if answer.isKnown { heed(answer, before) } else { try await beginAnew() }
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning("the queue did not hear that worker \(id) lives: \(error)")
            }
        }
    }

    private func heed(_ answer: Heartbeat, _ before: Set<Lease>) {
        let held = Set(answer.held.map(\.lease))
        // Lost meanwhile, or unwanted: nobody will take its result.
        let lost = before.subtracting(held)
        let unwanted = answer.held.filter(\.isUnwanted).map(\.lease)
        for lease in lost.union(unwanted) { active[lease]?.work?.cancel() }
        // The answer to a claim never came: what it took is given back. One that is being claimed right now is known by the next time.
        let unknown = held.subtracting(active.keys)
        let found = unknown.intersection(strays)
        strays = unknown
        for lease in found {
            logger.warning(
                "a task that nobody works on is given back", metadata: ["job": "\(lease.job)"])
            startInBackground { [store] in try? await store.disown(lease) }
        }
    }

    /// The store has given this worker up: whatever it has is others' by now.
    private func beginAnew() async throws {
        logger.warning("worker \(id) was given up by the queue: it begins anew")
        for work in active.values.map(\.work) { work?.cancel() }
        id = try await store.register(settings.info)
    }

    /// Looks after what others left behind, and forgets what is old.
    func lookAfter() async {
        var pruned = ContinuousClock.now - .seconds(3600)
        while !Task.isCancelled {
            do {
                let found = try await store.maintain()
                counts.change {
                    $0.lostWorkers += found.lostWorkers
                    $0.returnedLeases += found.returned
                    $0.failedLeases += found.failed
                }
                if found.lostWorkers > 0 {
                    logger.warning(
                        found.lostWorkers == 1
                            ? "a worker is gone" : "\(found.lostWorkers) workers are gone",
                        metadata: [
                            "quarantined": "\(found.returned)", "failed": "\(found.failed)",
                        ])
                }
                if found.admitted > 0 || found.returned > 0 { pause.end() }
                try await takePublications()
                if let retention = settings.retention, pruned.duration(to: .now) > .seconds(600) {
                    if try await forget(olderThan: retention) { pruned = .now }
                }
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning("the queue could not be looked after: \(error)")
            }
            await sleep(.random(in: 1...3))
        }
    }

    /// One step, so that nothing else waits long.
    ///
    /// - Returns: Whether that was all.
    private func forget(olderThan retention: Double) async throws -> Bool {
        let (states, step) = ([JobState.completed, .failed, .cancelled], 500)
        return try await store.prune(olderThan: retention, states: states, limit: step) < step
    }

    /// Publications at a time; chosen so that some which a file server keeps from ending leave room for others.
    private static let publicationsAtOnce = 16

    /// Beside the rounds, which wait for none of them; all are the worker's from here on, and none is taken for a stray.
    private func takePublications() async throws {
        let leakedPublications = leaked.count - leakedTasks
        let free =
            Self.publicationsAtOnce - active.values.count { $0.task == nil } - leakedPublications
        // A suspect runs alone, or will.
        guard free > 0, phase == .claiming, !isReserved, !isQuarantined else { return }
        let publications = try await store.claimPublications(id, count: free)
        // Those are given back when it deregisters.
        guard phase == .claiming else { return }
        for publication in publications {
            active[publication.lease] = Active(publicationWithin: Self.publicationTime)
            active[publication.lease]?.work = Task { await bringToAnEnd(publication) }
        }
    }

    private func bringToAnEnd(_ publication: ClaimedPublication) async {
        logger.info(
            "a publication is brought to its end", metadata: ["job": "\(publication.lease.job)"])
        let result: Result<TaskOutcome, any Error>
        do {
            result = .success(try await performer.recover(publication))
        } catch {
            result = .failure(error)
        }
        guard endsItself(publication.lease) else { return }
        await conclude(publication.lease, result, "publication")
        active[publication.lease] = nil
        pause.end()
    }

    /// Seconds that a publication may take beyond the timeout; chosen for a folder of some ten thousand files that is removed.
    private static let publicationTime = 300.0

    private func sleep(_ seconds: Double) async { try? await Task.sleep(for: .seconds(seconds)) }
}
