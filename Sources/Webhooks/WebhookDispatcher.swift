public import JobModel
public import JobQueue
public import Logging

/// Delivers the queue's events to webhooks until it is cancelled.
///
/// An event stays in the queue until its delivery succeeds or is abandoned: a message may be delivered more than once.
public struct WebhookDispatcher: Sendable {
    /// The number of concurrent deliveries; chosen so that a few unresponsive hosts leave room for others.
    private static let maxConcurrentDeliveries = 16

    private let store: any QueueStore
    private let sender: WebhookSender
    private let links: PackageLinks
    private let logger: Logger
    private let counts: DeliveryCounts

    /// Creates the dispatcher of a process.
    ///
    /// - Parameters:
    ///   - store: The queue.
    ///   - secret: The secret that signs messages; `nil` for unsigned messages.
    ///   - allowsPrivate: Whether receivers outside of the public internet are allowed.
    ///   - links: The URLs at which packages are served to players.
    ///   - userAgent: The value of the header `User-Agent`.
    ///   - logger: The logger of failed deliveries, which omits URLs.
    ///   - counts: The counters of attempts.
    public init(
        store: any QueueStore, secret: String?, allowsPrivate: Bool,
        links: PackageLinks = PackageLinks(), userAgent: String, logger: Logger,
        counts: DeliveryCounts = DeliveryCounts()
    ) {
        let sender = WebhookSender(
            userAgent: userAgent, signature: secret.map(WebhookSignature.init(secret:)),
            allowsPrivate: allowsPrivate)
        self.init(store: store, sender: sender, links: links, logger: logger, counts: counts)
    }

    init(
        store: any QueueStore, sender: WebhookSender, links: PackageLinks = PackageLinks(),
        logger: Logger, counts: DeliveryCounts
    ) {
        self.store = store
        self.sender = sender
        self.links = links
        self.logger = logger
        self.counts = counts
    }

    /// Delivers events; as one delivery ends, the next is claimed.
    public func run() async {
        await withTaskGroup(of: Delivery?.self) { group in
            var inFlight: [Int64: String] = [:]
            // A child task that ends without a delivery starts the next claim.
            group.addTask { nil }
            while let ended = await group.next(), !Task.isCancelled {
                if let ended {
                    inFlight[ended.id] = nil
                } else {
                    group.addTask { await Self.pause() }
                }
                for delivery in await claim(inFlight: inFlight) {
                    inFlight[delivery.id] = delivery.host
                    group.addTask { await deliver(delivery) }
                }
            }
        }
    }

    private static func pause() async -> Delivery? {
        try? await Task.sleep(for: .seconds(.random(in: 0.5...1.5)))
        return nil
    }

    private func claim(inFlight: [Int64: String]) async -> [Delivery] {
        do {
            return try await store.claimDeliveries(
                count: Self.maxConcurrentDeliveries - inFlight.count,
                inFlight: Array(inFlight.values))
        } catch {
            guard !Task.isCancelled else { return [] }
            logger.warning("could not claim deliveries", metadata: ["error": "\(error)"])
            return []
        }
    }

    private func deliver(_ delivery: Delivery) async -> Delivery {
        do {
            do {
                try await sender.send(try WebhookMessage(delivery, links: links))
                counts.change { $0.delivered += 1 }
                try await store.delivered(delivery.id)
            } catch let error as WebhookError {
                try await fail(delivery, error.message, isPermanent: error.isPermanent)
            } catch let error as QueueError where error.code == .badRequest {
                // A URL that was valid at the submission and is not any more.
                try await fail(delivery, error.message, isPermanent: true)
            }
        } catch {
            guard !Task.isCancelled else { return delivery }
            // The delivery is due again in a minute.
            logger.warning(
                "could not report delivery outcome",
                metadata: ["job": "\(delivery.event.job)", "error": "\(error)"])
        }
        return delivery
    }

    private func fail(
        _ delivery: Delivery, _ reason: String, isPermanent: Bool
    ) async throws {
        counts.change { $0.undelivered += 1 }
        logger.warning(
            "could not deliver event to webhook",
            metadata: [
                "job": "\(delivery.event.job)", "attempt": "\(delivery.attempts + 1)",
                "error": "\(reason)",
            ])
        try await store.deliveryFailed(delivery.id, reason: reason, isPermanent: isPermanent)
    }
}
