import StatusServer
import Webhooks

extension DeliveryCounts.Snapshot {
    /// The metrics of this process's delivery attempts.
    var metrics: [Metric] {
        [
            Metric(
                "vtranscode_webhook_attempts_total", .counter,
                "Delivery attempts of this worker.",
                [
                    .init(Double(delivered), labels: [("outcome", "delivered")]),
                    .init(Double(undelivered), labels: [("outcome", "failed")]),
                ])
        ]
    }
}
