public import JobQueue
public import Logging

/// Tells webhooks of the events that the queue keeps for them, until it is cancelled.
///
/// An event stays in the queue until its receiver took it or it is given up, so a message may come twice, and never not at all.
public struct WebhookRounds: Sendable {
    /// Messages on their way at a time; chosen so that a few hosts that do not answer leave room for all others.
    private static let width = 16

    private let store: any QueueStore
    private let sender: WebhookSender
    private let logger: Logger
    private let counts: DeliveryCounts

    /// Makes the rounds of a process.
    ///
    /// - Parameters:
    ///   - store: The queue.
    ///   - secret: Signs messages; `nil`: they are not signed.
    ///   - allowsPrivate: Whether receivers outside of the public internet will do.
    ///   - userAgent: Names the program to receivers.
    ///   - logger: Told of what could not be delivered, without addresses.
    ///   - counts: Counts attempts.
    public init(
        store: any QueueStore, secret: String?, allowsPrivate: Bool, userAgent: String,
        logger: Logger, counts: DeliveryCounts = DeliveryCounts()
    ) {
        let sender = WebhookSender(
            userAgent: userAgent, signature: secret.map(WebhookSignature.init(secret:)),
            allowsPrivate: allowsPrivate)
        self.init(store: store, sender: sender, logger: logger, counts: counts)
    }

    init(
        store: any QueueStore, sender: WebhookSender, logger: Logger, counts: DeliveryCounts
    ) {
        self.store = store
        self.sender = sender
        self.logger = logger
        self.counts = counts
    }

    /// As one message has arrived or failed, the next is taken: none waits for another.
    public func run() async {
        await withTaskGroup(of: Delivery?.self) { group in
            var underway: [Int64: String] = [:]
            // What is no message's end is a reason to look again.
            group.addTask { nil }
            while let ended = await group.next(), !Task.isCancelled {
                if let ended {
                    underway[ended.id] = nil
                } else {
                    group.addTask { await Self.pause() }
                }
                for delivery in await claim(beside: underway) {
                    underway[delivery.id] = delivery.host
                    group.addTask { await deliver(delivery) }
                }
            }
        }
    }

    private static func pause() async -> Delivery? {
        try? await Task.sleep(for: .seconds(.random(in: 0.5...1.5)))
        return nil
    }

    private func claim(beside underway: [Int64: String]) async -> [Delivery] {
        do {
            return try await store.claimDeliveries(
                count: Self.width - underway.count, beside: Array(underway.values))
        } catch {
            guard !Task.isCancelled else { return [] }
            logger.warning("webhooks could not be told: \(error)")
            return []
        }
    }

    private func deliver(_ delivery: Delivery) async -> Delivery {
        do {
            do {
                try await sender.send(try WebhookMessage(delivery))
                counts.change { $0.delivered += 1 }
                try await store.delivered(delivery.id)
            } catch let error as WebhookFailure {
                try await giveBack(delivery, error.reason, isPermanent: error.isPermanent)
            } catch let error as QueueError where error.code == .badRequest {
                // Its address was taken when the job came, and is not any more.
                try await giveBack(delivery, error.reason, isPermanent: true)
            }
        } catch {
            guard !Task.isCancelled else { return delivery }
            // It comes again in a minute.
            logger.warning("the queue did not hear of a delivery: \(error)")
        }
        return delivery
    }

    private func giveBack(
        _ delivery: Delivery, _ reason: String, isPermanent: Bool
    ) async throws {
        counts.change { $0.undelivered += 1 }
        logger.warning(
            "a webhook was not told: \(reason)",
            metadata: ["job": "\(delivery.event.job)", "attempt": "\(delivery.attempts + 1)"])
        try await store.deliveryFailed(delivery.id, reason: reason, isPermanent: isPermanent)
    }
}
