import Foundation
import Scheduling
import Synchronization
import Testing

@testable import Transcoding

/// Children that do not do as they should: the upload gets its code, and the caller goes on.
@Suite struct MediaRunnerTests {
    @Test(arguments: [
        (script: "kill -SEGV $$", code: UploadError.Code.crashed),
        ("kill -ABRT $$", .crashed),
        ("exit 3", .crashed),
        ("kill -XCPU $$", .tooMuchTime),
        ("kill -XFSZ $$", .tooMuchOutput),
        ("kill -KILL $$", .killed),
        // It closes its output, and stays.
        ("exec >&-; exec sleep 1000", .crashed),
    ])
    func endOfAChildHasItsCode(script: String, code: UploadError.Code) throws {
        let worker = try ShellWorker(script)
        let error = #expect(throws: UploadError.self) { try worker.call() }
        #expect(error?.code == code)
        #expect(error?.upload == worker.upload.path)
    }

    @Test func silenceIsAStall() throws {
        let worker = try ShellWorker("exec sleep 1000", patience: 1)
        let error = #expect(throws: UploadError.self) { try worker.call() }
        #expect(error?.code == .stalled)
    }

    @Test(arguments: [
        (#"{"failed":{"_0":{"diskFull":{}}}}"#, UploadError.Code.diskFull),
        (#"{"failed":{"_0":{"outOfMemory":{}}}}"#, .tooMuchMemory),
        (#"{"failed":{"_0":{"tooMuchOutput":{}}}}"#, .tooMuchOutput),
        (#"{"failed":{"_0":{"output":{"_0":"denied"}}}}"#, .output),
        (#"{"failed":{"_0":{"fault":{"_0":"odd"}}}}"#, .internalFault),
        ("no JSON", .internalFault),
    ])
    func failureThatAChildTellsHasItsCode(reply: String, code: UploadError.Code) throws {
        let worker = try ShellWorker("echo '\(reply)'; exec sleep 1000")
        let error = #expect(throws: (any Error).self) { try worker.call() }
        let fault = try RunFault.uploadError(#require(error), upload: "u", output: "out")
        #expect(fault.code == code)
    }

    /// Cancelling while a child works and says nothing more.
    @Test func cancelledChildIsGoneWhenTheCallReturns() throws {
        let (stop, process) = (Cancellation(), ShellState())
        let worker = try ShellWorker(#"echo '{"progress":{"_0":'$$'}}'; exec sleep 1000"#)
        #expect(throws: CancellationError.self) {
            try worker.call(isStopped: { stop.isCancelled }) {
                process.number = Int32($0)
                stop.cancel()
            }
        }
        #expect(process.number > 0)
        #expect(kill(process.number, 0) == -1)
    }

    /// Each answer is the process id of who gave it.
    @Test func childIsUsedAgainUntilItFails() throws {
        let failed = #"echo '{"failed":{"_0":{"diskFull":{}}}}'; exec sleep 1000;"#
        let worker = try ShellWorker(
            """
            for call in 1 2 3; do
                read -r request && read -r work || exit
                if [ $call = 3 ]; then \(failed) fi
                echo '{"done":{"peak":1,"cpuSeconds":1}}'
                echo '{"byteCount":'$$'}'
            done
            """, reads: true)
        let first = try worker.call()
        #expect(try worker.call() == first)
        #expect(throws: WorkFailure.self) { try worker.call() }
        let another = try worker.call()
        #expect(another != first)
    }

    /// Nobody's upload is blamed for a child that was killed while it had no work.
    @Test func childThatEndedWhileItWaitedIsReplaced() throws {
        let worker = try ShellWorker(
            #"echo '{"done":{"peak":1,"cpuSeconds":1}}'; echo '{"byteCount":'$$'}'; read -r more"#)
        let first = try #require(try worker.call())
        #expect(kill(Int32(first), SIGKILL) == 0)
        var status = siginfo_t()
        // Waits for its end, and leaves it to be collected.
        #expect(waitid(P_PID, id_t(first), &status, WEXITED | WNOWAIT) == 0)
        #expect(try worker.call() != first)
    }

    /// More than a pipe holds, to a child that reads nothing.
    @Test func childThatDoesNotListenIsAStall() throws {
        let worker = try ShellWorker("exec sleep 1000", reads: true, patience: 1)
        let work = CopyWork(streams: Array(0..<100_000), path: "")
        let error = #expect(throws: UploadError.self) {
            try worker.runner.run(
                work, on: worker.upload, limits: ShellWorker.limits, isStopped: { false })
        }
        #expect(error?.code == .stalled)
    }
}

/// A number that a callback leaves behind.
private final class ShellState: Sendable {
    private let value = Atomic<Int32>(0)
    var number: Int32 {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
