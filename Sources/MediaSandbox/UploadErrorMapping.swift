internal import Errors
internal import Foundation
internal import LibAV
package import MediaModel
internal import Sandbox
internal import Scheduling
internal import Storage
internal import SystemPackage

/// Converts the errors of jobs into errors of their upload, so that each cause has one code.
package enum UploadErrorMapping {
    /// Executes a body and converts its errors.
    ///
    /// - Parameters:
    ///   - upload: The name of the upload, for messages.
    ///   - output: The path of the output folder, for messages.
    ///   - work: The body.
    /// - Returns: The result of the body.
    /// - Throws: `UploadError`, `SandboxServerError` and `CancellationError` only.
    package static func named<Result>(
        _ upload: String, output: String = "", _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch {
            if isCancellation(error) { throw CancellationError() }
            if isSandboxServerError(error) { throw SandboxServerError() }
            throw uploadError(error, upload: upload, output: output)
        }
    }

    /// Returns the upload's error for any error.
    package static func uploadError(_ error: any Error, upload: String, output: String)
        -> UploadError
    {
        switch direct(error) {
        case let error as UploadError: return error
        case let failure as WorkError:
            return uploadError(of: failure, upload: upload, output: output)
        case let error as PlanningError:
            return UploadError(error, upload: upload)
        case let error as StorageError where error.kind == .outside:
            return .outsideRoot(error.location.description, upload)
        case let error as StorageError where error.kind == .locked:
            return UploadError(
                .locked, upload, "another run is working on it",
                advice: "wait for the other run, or stop it", cause: error)
        case let error as StorageError where error.code == .locked:
            return UploadError(
                .locked, upload, error.reason, advice: error.advice, cause: error)
        case let error as StorageError where error.location.path == nil:
            return UploadError(
                .output, upload, "cannot write to \(output) (\(error.reason))",
                advice: error.advice, cause: error)
        case let error:
            return uploadError(
                of: WorkError(error), upload: upload, output: output, cause: error)
        }
    }

    private static func uploadError(
        of failure: WorkError, upload: String, output: String, cause: (any Error)? = nil
    ) -> UploadError {
        switch failure {
        case .upload(let error): error
        case .noEncoder(let reason):
            UploadError(
                .noEncoder, upload, "this build of libav lacks an encoder (\(reason))",
                advice: "install a libavcodec that has it", cause: cause)
        case .diskFull:
            UploadError(
                .diskFull, upload, "no space is left in \(output)",
                advice: "free some space and run again; finished segments are retained",
                cause: cause)
        case .output(let reason):
            UploadError(
                .output, upload, "cannot write to \(output) (\(reason))",
                advice: "check that the folder is writable", cause: cause)
        case .outOfMemory: SandboxError.tooMuchMemory.uploadError(upload)
        case .tooMuchOutput: SandboxError.tooMuchOutput.uploadError(upload)
        case .internalError(let reason):
            UploadError(
                .internalError, upload, reason, advice: InternalError.advice, cause: cause)
        }
    }

    /// Returns a description of an error, in one line.
    package static func reason(_ error: any Error) -> String {
        let error = direct(error)
        return switch error {
        case let error as any CustomStringConvertible: error.description
        default: (error as NSError).localizedDescription
        }
    }

    /// Whether an error, or the one that it wraps, is a cancellation.
    package static func isCancellation(_ error: any Error) -> Bool {
        switch direct(error) {
        case is CancellationError: true
        case let error as LibAVError: error.isInterrupted
        default: false
        }
    }

    /// Whether an error is that no sandbox process can be started any more, which no upload causes.
    package static func isSandboxServerError(_ error: any Error) -> Bool {
        direct(error) is SandboxServerError
    }

    /// Returns the error of the job, for the failure of a graph.
    private static func direct(_ error: any Error) -> any Error {
        var error = error
        while let failure = error as? JobError, let cause = failure.cause { error = cause }
        return error
    }

    /// Whether finished artifacts are retained for the next run: always, unless the upload caused the error.
    package static func isWorthContinuing(_ error: any Error) -> Bool {
        if isCancellation(error) || isSandboxServerError(error) { return true }
        let mapped = uploadError(error, upload: "", output: "")
        return mapped.isInputOutput || mapped.code == .internalError
    }
}
