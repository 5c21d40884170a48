internal import Foundation
internal import LibAV
internal import Storage

/// Why work failed, as it crosses from a child: what `RunFault` needs to name the cause.
enum WorkFailure: Error, Codable, Sendable {
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

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as WorkFailure: failure
            case let error as UploadError: .upload(error)
            case let error as LibAVError where error.isOutOfMemory: .outOfMemory
            case let error as LibAVError where error.isMissingEncoder:
                .noEncoder(error.description)
            case let error as LibAVError where error.code == -ENOSPC: .diskFull
            case let error as LibAVError where error.code == -EFBIG: .tooMuchOutput
            case let error as StorageError where error.isTooLarge: .tooMuchOutput
            case let error as OutputFault where error.isTooLarge: .tooMuchOutput
            case let error as StorageError where error.isDiskFull: .diskFull
            case let error as OutputFault where error.isDiskFull: .diskFull
            case is StorageError, is OutputFault: .output(RunFault.reason(error))
            default: .fault(RunFault.reason(error))
            }
    }
}
