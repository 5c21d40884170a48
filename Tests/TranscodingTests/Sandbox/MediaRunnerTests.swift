internal import Errors
import Foundation
import Sandbox
import Storage
import TestSupport
import Testing

@testable import MediaModel
@testable import MediaSandbox
@testable import Transcoding

/// Sandbox processes that do not do as they should: the upload gets its code, and nothing that they say harms others.
@Suite(.timeLimit(.minutes(5))) struct MediaRunnerTests {
    @Test(arguments: [
        (script: "kill -SEGV $$", code: UploadError.Code.crashed),
        ("exit 3", .crashed),
        ("echo nonsense", .crashed),
        ("kill -XCPU $$", .tooMuchTime),
        ("kill -XFSZ $$", .tooMuchOutput),
        ("kill -KILL $$", .killed),
    ])
    func exitOfAProcessHasItsCode(script: String, code: UploadError.Code) throws {
        let worker = try ShellWorker(script)
        let error = #expect(throws: UploadError.self) { try worker.call() }
        #expect(error?.code == code)
        #expect(error?.upload == worker.upload.name)
    }

    @Test func inactivityIsAStall() throws {
        let worker = try ShellWorker("exec sleep 1000", stallTimeout: 1)
        let error = #expect(throws: UploadError.self) { try worker.call() }
        #expect(error?.code == .stalled)
    }

    /// An error that the host would cause is retried a few times, and does not count as a host error.
    @Test(arguments: [
        (#"{"diskFull":{}}"#, UploadError.Code.diskFull),
        (#"{"outOfMemory":{}}"#, .tooMuchMemory),
        (#"{"tooMuchOutput":{}}"#, .tooMuchOutput),
        (#"{"output":{"_0":"denied"}}"#, .output),
        (#"{"internalError":{"_0":"odd"}}"#, .internalError),
        (#"{"noEncoder":{"_0":"odd"}}"#, .noEncoder),
    ])
    func errorReportedByAProcessIsNotAnErrorOfTheHost(
        failure: String, code: UploadError.Code
    ) throws {
        let worker = try ShellWorker(
            "echo '{\"failed\":{}}'; echo '\(failure)'; exec sleep 1000")
        let draft = try OpenFolder(worker.folder.url.filePath)
        let error = #expect(throws: UploadError.self) {
            try worker.call(MediaGrant(draft: draft))
        }
        #expect(error?.code == code)
        #expect(error?.retryability != .transient)
    }

    /// An error's text is one line of the named upload, whatever a process writes.
    @Test func errorOfAProcessIsSanitized() throws {
        let error = UploadError(
            .unreadable, "/etc/shadow",
            "a\u{1b}[2J\nb\u{202e}" + String(repeating: "x", count: 5000),
            advice: "c\r\nd")
        let line = String(
            decoding: try JSONEncoder().encode(WorkError.upload(error)), as: UTF8.self)
        let worker = try ShellWorker(
            "echo '{\"failed\":{}}'; cat <<'END'\n\(line)\nEND\nexec sleep 1000")
        let thrown = #expect(throws: UploadError.self) { try worker.call() }
        #expect(thrown?.upload == worker.upload.name)
        #expect(thrown?.retryability == .limited)
        #expect(thrown?.message.hasPrefix("a [2J b ") ?? false)
        #expect((thrown?.message.count ?? 0) <= 500)
        #expect(thrown?.advice == "c  d")
    }

    @Test func cancellationIsNotAnUploadError() throws {
        let worker = try ShellWorker("exec sleep 1000")
        #expect(throws: CancellationError.self) { try worker.call(isStopped: { true }) }
    }

    @Test func kindsHaveUniqueNames() {
        #expect(Set(MediaKinds.all.map { $0.kind }).count == MediaKinds.all.count)
    }
}
