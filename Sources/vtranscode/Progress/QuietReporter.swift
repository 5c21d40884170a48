import Transcoding

/// Only errors: what a run under `cron` has to say.
struct QuietReporter: RunReporter {
    let console: Console
    var tickInterval: Double? { nil }

    func receive(_ event: RunEvent) {
        if case .finished(let result) = event, case .failed(let error) = result.outcome {
            console.print(ErrorLine.text(for: error))
        }
    }
}
