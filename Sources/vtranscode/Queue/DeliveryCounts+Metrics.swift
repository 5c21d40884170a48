import StatusServer
import Webhooks

extension DeliveryCounts.Snapshot {
    /// What there is to watch of this process's deliveries.
    var metrics: [Metric] {
        [
            Metric(
                "vtranscode_webhook_attempts_total", .counter,
                "Attempts of this worker to tell a webhook of an event.",
                [
                    .init(Double(delivered), labels: [("outcome", "delivered")]),
                    .init(Double(undelivered), labels: [("outcome", "failed")]),
                ])
        ]
    }
}
