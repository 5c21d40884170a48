import Foundation
import TestSupport
import Testing

/// Workers of the user root.
@Suite struct RootWorkerTests {
    /// With `--allow-root`, the worker fails only at the invalid URL.
    @Test(arguments: [
        ([], "a worker does not run as root"), (["--allow-root"], "QUEUE_URL"),
    ])
    func rootRequiresAFlag(options: [String], words: String) async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can start a worker as root") }
        let worker = try await VTranscode.command(["worker", "--queue", "nonsense"] + options)
            .runNow()
        #expect(worker.status == 64)
        #expect(worker.errorOutput.contains(words), "\(worker.errorOutput)")
        #expect(worker.errorOutput.contains("--allow-root") == options.isEmpty)
    }

    /// Other users need no flag.
    @Test func otherUserIsAccepted() async throws {
        let user = try await OrdinaryUser.find()
        guard user.workerOptions.isEmpty else {
            try Test.cancel("no other user can run the built program")
        }
        let worker = try await user.command(
            VTranscode.command(["worker", "--queue", "nonsense"])
        ).runNow()
        #expect(worker.status == 64)
        #expect(worker.errorOutput.contains("QUEUE_URL"), "\(worker.errorOutput)")
    }
}
