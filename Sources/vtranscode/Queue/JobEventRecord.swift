import Foundation
import JobQueue
import StatusServer

/// One line of `queue show --follow`.
struct JobEventRecord: Encodable {
    let event: String
    let job: String
    let time: String
    let sequence: Int64?
    /// 0...100.
    let progress: Int?
    /// Seconds.
    let eta: Int?
    let error: JobView.Failure?

    init(_ event: JobEvent) {
        self.event = event.kind.rawValue
        job = event.job.text
        time = JobView.time(event.time)
        sequence = event.sequence
        error = event.failure.map(JobView.Failure.init)
        (progress, eta) = (nil, nil)
    }

    init(_ job: JobRecord, _ view: JobView) {
        event = "progress"
        self.job = job.id.text
        time = JobView.time(Int64(Date().timeIntervalSince1970 * 1000))
        (sequence, error) = (nil, nil)
        (progress, eta) = (view.progress, view.eta)
    }

    var line: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    var text: String {
        var text = "\(time)  \(event)"
        if let progress { text += "  \(progress) %" }
        if let eta { text += ", \(Quantity.clock(Double(eta))) left" }
        if let error { text += "  \(error.code): \(error.message); \(error.advice)" }
        return text.printable
    }
}
