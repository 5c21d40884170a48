import Errors
import HLS
import JobModel
import JobQueue
import MediaModel
import MediaSandbox
import Presets
import S3
import Sandbox
import Storage
import TestSupport
import Testing
import Transcoding

/// docs/codes.md lists the codes of all errors that reach users.
@Suite struct CodesTests {
    private static func codes<Code: CaseIterable & RawRepresentable<String>>(
        _: Code.Type
    ) -> Set<String> {
        Set(Code.allCases.map(\.rawValue))
    }

    /// The codes of an upload, of a job, of the queue and of the API have tables of their own, which tests of their modules compare.
    @Test func tableListsEveryOtherCode() throws {
        let tables = ["Errors", "Job failures", "Queue errors", "API errors"]
        let listed = try tables.map(CodesPage.codes)
            .reduce(into: Set()) { $0.formUnion($1) }
        let all = [
            Self.codes(UsageError.Code.self), Self.codes(SandboxServerError.Code.self),
            Self.codes(SandboxError.Code.self), Self.codes(StorageError.Code.self),
            Self.codes(PlaylistError.Code.self), Self.codes(PresetError.Code.self),
            Self.codes(SubmissionError.Code.self), Self.codes(SecretKeyError.Code.self),
            Self.codes(InternalError.Code.self),
            Self.codes(BucketSettingsError.Code.self),
        ].reduce(into: Set()) { $0.formUnion($1) }
        #expect(try CodesPage.codes(of: "Other errors") == all.subtracting(listed))
    }
}
