import Foundation
import Logging
import MediaUnits
import Sandbox
import Storage
import TestSupport

@testable import MediaSandbox
@testable import Packaging

/// Work on a small file, with a script in place of sandbox processes.
struct ShellWorker {
    let runner: MediaRunner
    let upload: Upload
    let folder: TemporaryFolder

    static let limits = SandboxLimits(peakMemory: 1 << 30, cost: 1, uploadSize: 1)

    init(_ script: String, stallTimeout: Int = 60) throws {
        folder = try TemporaryFolder("worker")
        let file = folder.file("upload")
        try Data("x".utf8).write(to: file)
        upload = try Upload(Location(file.filePath), in: LocalUploadSource())
        let launcher = SandboxLauncher.program(
            "/bin/sh", ["-c", "read -r request; read -r work;" + script])
        runner = MediaRunner(
            .sandbox(launcher, stallTimeout: stallTimeout), logger: Logger(label: "test"))
    }

    /// - Returns: Whether the reply of the script reports a copy.
    @discardableResult
    func call(
        _ grant: MediaGrant = MediaGrant(), budget: WorkBudget = WorkBudget(),
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws -> Bool {
        try runner.run(
            CopyWork(streams: [], name: "copy", formats: .modern), grant, on: upload,
            limits: Self.limits,
            budget: budget, isStopped: isStopped
        ).isWritten
    }
}
