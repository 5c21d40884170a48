internal import CPlatform

/// One request to a child, and what it says until it answers.
struct Conversation {
    var process: WorkerProcess
    /// What is still to be sent.
    var pending: ArraySlice<UInt8>
    /// Seconds without a word.
    let patience: Int

    /// The process is no more, and was collected.
    struct ProcessEnded: Error {
        let ending: vt_ending
    }

    /// Milliseconds after which cancellation is looked at.
    private static let step: Int32 = 50

    /// Waits for the answer.
    ///
    /// Silence is counted in steps of waiting, not by a clock: a machine that slept or a group of processes that was
    /// stopped for a while is no fault of the child.
    ///
    /// - Returns: The line of the output, and the CPU seconds that it took.
    /// - Throws: `WorkFailure` that the child told; `ProcessEnded`; `WorkerEnd.stalled`; `CancellationError`.
    mutating func answer(
        isStopped: () -> Bool, report: (Double) -> Void, log: (String, String) -> Void
    ) throws -> (line: [UInt8], cpuSeconds: Double) {
        var silence = 0
        var usage: (peak: Int, cpuSeconds: Double)?
        while true {
            if isStopped() { throw CancellationError() }
            switch process.listen(milliseconds: Self.step, sending: &pending) {
            case .line(let line):
                silence = 0
                if let usage {
                    process.peak = usage.peak
                    return (line, usage.cpuSeconds)
                }
                switch try WorkLine.read(WorkReply.self, line) {
                case .alive: break
                case .progress(let share): report(share)
                case .log(let level, let message): log(level, message)
                case .failed(let failure): throw failure
                case .done(let peak, let cpuSeconds): usage = (peak, cpuSeconds)
                }
            case .something: break
            case .nothing:
                silence += Int(Self.step)
                if silence >= patience * 1000 { throw WorkerEnd.stalled(patience) }
            case .end: throw ProcessEnded(ending: process.collect())
            }
        }
    }
}
