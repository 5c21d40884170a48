internal import Foundation
internal import JobQueue
internal import Logging
internal import class Scheduling.OwnedTask
internal import class Scheduling.Pause

/// The periodic duties of a worker: heartbeats, maintenance, and publications of expired workers.
extension QueueWorker {
    /// Sends heartbeats, and stops tasks whose results are not needed.
    func sendHeartbeats() async {
        while !Task.isCancelled {
            await sleep(settings.leaseDuration / 5)
            guard !Task.isCancelled, let id = phase.id else { return }
            let before = Set(attempts.keys)
            let start = ContinuousClock.now
            do {
                let response = try await store.heartbeat(id)
                // The worker may have deregistered meanwhile and must not register again.
                guard !Task.isCancelled else { return }
                if response.isKnown {
                    handle(response, before)
                    confirmLeases(since: start)
                } else {
                    try await registerAgain(id)
                }
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning(
                    "could not send heartbeat",
                    metadata: ["worker": "\(id)", "error": "\(error)"])
            }
        }
    }

    private func handle(_ response: Heartbeat, _ before: Set<Lease>) {
        let current = Set(response.leases.map(\.lease))
        // Tasks that were reclaimed meanwhile, or whose results are not needed.
        let reclaimed = before.subtracting(current)
        let obsolete = response.leases.filter(\.isObsolete).map(\.lease)
        for lease in reclaimed.union(obsolete) { attempts[lease]?.cancel() }
        // A lease that is unknown twice belongs to a claim whose response was lost; a claim in progress is known by then.
        let unknown = current.subtracting(attempts.keys)
        let repeated = unknown.intersection(unknownLeases)
        unknownLeases = unknown
        for lease in repeated {
            logger.warning("unknown task released", metadata: Self.metadata(lease))
            startInBackground { [store] in try? await store.releaseUnstarted(lease) }
        }
    }

    /// Registers again after the lease has expired; the worker's tasks were reclaimed.
    private func registerAgain(_ id: Int64) async throws {
        logger.warning("lease expired, registering again", metadata: ["worker": "\(id)"])
        for attempt in attempts.values { attempt.cancel() }
        let start = ContinuousClock.now
        phase.register(as: try await store.register(settings.info))
        confirmLeases(since: start)
    }

    /// Notes that the queue has extended the leases of this worker after a time.
    func confirmLeases(since time: ContinuousClock.Instant) {
        leaseEnd = max(leaseEnd, time + .seconds(settings.leaseDuration))
        for attempt in attempts.values { attempt.lease.extend(until: leaseEnd) }
    }

    /// Returns the lease of a new attempt.
    func newLease() -> AttemptLease { AttemptLease(until: leaseEnd) }

    /// Maintains the queue, and resolves publications of expired workers.
    func maintainQueue() async {
        while !Task.isCancelled {
            do {
                let outcome = try await store.maintain()
                record(outcome)
                try await claimPublications()
                counts.change { $0.lastMaintenance = .now }
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning("could not maintain the queue", metadata: ["error": "\(error)"])
            }
            await sleep(.random(in: 1...3))
        }
    }

    private func record(_ outcome: Maintenance) {
        counts.change {
            $0.expiredWorkers += outcome.expiredWorkers
            $0.requeuedTasks += outcome.requeuedTasks
            $0.failedTasks += outcome.failedTasks
        }
        for cluster in outcome.newClusters {
            logger.notice(
                "the queue is on another PostgreSQL cluster", metadata: ["cluster": "\(cluster)"])
        }
        if outcome.expiredWorkers > 0 {
            logger.warning(
                "leases of workers expired",
                metadata: [
                    "workers": "\(outcome.expiredWorkers)",
                    "requeued": "\(outcome.requeuedTasks)", "failed": "\(outcome.failedTasks)",
                ])
        }
        if outcome.admitted > 0 || outcome.requeuedTasks > 0 { pause.end() }
    }

    /// The number of publications that are resolved at the same time; chosen so that some that wait for a file server leave
    /// room for others.
    private static let maxPublications = 16

    /// Claims publications of expired workers; they are resolved beside the maintenance, which does not wait for them.
    private func claimPublications() async throws {
        let leakedPublications = leaked.count - leakedTasks
        let free =
            Self.maxPublications - attempts.values.count { $0.task == nil } - leakedPublications
        // A suspect runs alone, or is about to.
        guard free > 0, case .claiming(let id) = phase, !isQuarantined else { return }
        let publications = try await store.claimPublications(id, count: free)
        // After a drain, the deregistration releases them.
        guard phase.claimingID != nil else { return }
        for publication in publications {
            let lease = publication.lease
            attempts[lease] = Attempt(
                publicationExpecting: Self.publicationTime, newLease())
            attempts[lease]?.execution = OwnedTask { await self.resolve(publication) }
        }
    }

    private func resolve(_ publication: ClaimedPublication) async {
        let (lease, kind) = (publication.lease, Attempt.publication)
        logger.info("resolving a publication", metadata: Self.metadata(lease, kind))
        let result: Result<TaskOutcome, any Error>
        do {
            result = .success(try await performer.resolve(publication))
        } catch {
            result = .failure(error)
        }
        guard recordEnd(of: lease) else { return }
        await report(result, of: lease, kind)
        attempts[lease] = nil
        pause.end()
    }

    /// The expected time of a publication, in seconds; chosen for the removal of a folder with some ten thousand files.
    private static let publicationTime = 300.0

    private func sleep(_ seconds: Double) async { try? await Task.sleep(for: .seconds(seconds)) }
}
