internal import Foundation
internal import LibAV
package import MediaModel
internal import Storage

/// Why work failed, as it crosses from a sandbox process: what `UploadErrorMapping` needs to name the cause.
package enum WorkError: Error, Codable, Sendable {
    case upload(UploadError)
    case noEncoder(String)
    case diskFull
    /// Writing failed, with the reason.
    case output(String)
    case outOfMemory
    /// A file reached the limit on its size: threads of Dispatch block the signal that would end the process.
    case tooMuchOutput
    /// Anything else, in one line.
    case fault(String)

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
            default: .fault(UploadErrorMapping.reason(error))
            }
    }
}

extension WorkError {
    /// What it is worth when a sandbox process says so.
    ///
    /// A full disk is looked into; everything else that would be the machine's fault may be an upload's lie, which must not keep
    /// other uploads from this machine: it is tried again a few times.
    func doubted(of upload: Upload, draft: OpenFolder?) -> any Error {
        switch self {
        case .upload(let error): error.of(upload).doubted
        case .diskFull where draft.map { FreeSpace.isExhausted(in: $0) } ?? false: self
        default:
            UploadErrorMapping.uploadError(
                shortened, upload: upload.path,
                output: draft.map { PathText.parent($0.path) } ?? "the output folder"
            ).doubted
        }
    }

    private var shortened: WorkError {
        switch self {
        case .upload, .diskFull, .outOfMemory, .tooMuchOutput: self
        case .noEncoder(let reason): .noEncoder(reason.oneLine(longest: 500))
        case .output(let reason): .output(reason.oneLine(longest: 500))
        case .fault(let reason): .fault(reason.oneLine(longest: 500))
        }
    }
}
