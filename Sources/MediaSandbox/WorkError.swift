internal import Foundation
internal import LibAV
package import MediaModel
internal import Storage
internal import SystemPackage

/// The error of work on media, in the form that is sent from a sandbox process to its parent.
package enum WorkError: Error, Codable, Sendable {
    case upload(UploadError)
    /// This build of libav lacks an encoder, with libav's reason.
    case noEncoder(String)
    /// No space is left for the output.
    case diskFull
    /// Writing failed, with the reason.
    case output(String)
    /// Memory could not be allocated.
    case outOfMemory
    /// A file reached the limit on its size; threads of Dispatch block the signal that would end the process.
    case tooMuchOutput
    /// Any other error, in one line.
    case internalError(String)

    package init(_ error: any Error) {
        self =
            switch error {
            case let failure as WorkError: failure
            case let error as UploadError: .upload(error)
            case let error as LibAVError where error.isOutOfMemory: .outOfMemory
            case let error as LibAVError where error.isMissingEncoder:
                .noEncoder(error.description)
            case let error as LibAVError where error.code == -ENOSPC: .diskFull
            case let error as LibAVError where error.code == -EFBIG: .tooMuchOutput
            case let error as StorageError where error.isTooLarge: .tooMuchOutput
            case let error as OutputError where error.isTooLarge: .tooMuchOutput
            case let error as StorageError where error.isDiskFull: .diskFull
            case let error as OutputError where error.isDiskFull: .diskFull
            case is StorageError, is OutputError: .output(UploadErrorMapping.reason(error))
            default: .internalError(UploadErrorMapping.reason(error))
            }
    }
}

extension WorkError {
    /// The error to report for a failure that a sandbox process sent, which is not trusted.
    ///
    /// A full disk is verified. Every other error that blames the host may come from a hostile upload, which must not prevent
    /// this host from processing other uploads: it is retried a limited number of times.
    func untrusted(of upload: Upload, draft: OpenFolder?) -> any Error {
        switch self {
        case .upload(let error): error.of(upload).untrusted
        case .diskFull where draft.map { FreeSpace.isExhausted(in: $0) } ?? false: self
        default:
            UploadErrorMapping.uploadError(
                shortened, upload: upload.name,
                output: draft?.path.parent.string ?? "the output folder"
            ).untrusted
        }
    }

    private var shortened: WorkError {
        switch self {
        case .upload, .diskFull, .outOfMemory, .tooMuchOutput: self
        case .noEncoder(let reason): .noEncoder(reason.oneLine(longest: 500))
        case .output(let reason): .output(reason.oneLine(longest: 500))
        case .internalError(let reason): .internalError(reason.oneLine(longest: 500))
        }
    }
}
