import Transcoding

/// Reports errors only, for runs under `cron`.
struct QuietReporter: RunReporter {
    let console: Console
    var tickInterval: Double? { nil }

    func receive(_ event: RunEvent) {
        if case .finished(let result) = event, case .failed(let error) = result.outcome {
            console.print(error)
        }
    }
}
