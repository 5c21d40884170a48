import Foundation
import Logging
import MediaUnits
import TestSupport

@testable import Transcoding

/// Work on a small file in children that run a script in place of the product.
struct ShellWorker {
    let runner: MediaRunner
    let upload: Upload
    private let folder: TemporaryFolder

    /// Variables in which a script finds the two lines of a request.
    static let request = "read -r request; read -r work;"
    static let limits = WorkLimits(peakMemory: 1 << 30, cost: 1, uploadSize: 1)

    /// The script follows a request's two lines, unless it `reads` for itself.
    init(_ script: String, reads: Bool = false, patience: Int = 60) throws {
        folder = try TemporaryFolder("worker")
        let file = folder.file("upload")
        try Data("x".utf8).write(to: file)
        upload = try Upload(file.path)
        let script = (reads ? "" : Self.request) + script
        runner = MediaRunner(
            WorkerPool { try WorkerProcess("/bin/sh", ["-c", script], keepsErrors: false) },
            logger: Logger(label: "test"), patience: patience)
    }

    /// - Returns: What the script gave as the size of a copy.
    @discardableResult
    func call(
        budget: WorkBudget = WorkBudget(), isStopped: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Int? {
        try runner.run(
            CopyWork(streams: [], path: ""), on: upload, limits: Self.limits, budget: budget,
            isStopped: isStopped, report: report
        ).byteCount
    }
}
