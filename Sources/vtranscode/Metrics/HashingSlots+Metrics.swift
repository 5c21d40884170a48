import StatusServer
import Submission

extension HashingSlots.Counts {
    /// The metrics of this process's submissions over HTTP.
    var metrics: [Metric] {
        [
            Metric(
                "vtranscode_submissions", .gauge,
                "Submissions to this worker whose uploads are being read, or that wait.",
                [
                    .init(Double(hashing), labels: [("state", "hashing")]),
                    .init(Double(waiting), labels: [("state", "waiting")]),
                ]),
            Metric(
                "vtranscode_submissions_refused_total", .counter,
                "Submissions that this worker refused because too many others waited.",
                Double(refused)),
            Metric(
                "vtranscode_submission_read_bytes_total", .counter,
                "Bytes of uploads that submissions to this worker read.", Double(bytes)),
        ]
    }
}
