import ArgumentParser
import Errors
import JobModel
import JobQueue
import MediaModel
import Presets
import S3
import Storage
import Transcoding
import Worker

/// The exit status of a command; a number of `sysexits.h` where one fits.
enum CommandStatus: Int32 {
    case success = 0
    /// At least one upload failed.
    case failed = 1
    /// `EX_USAGE`.
    case usage = 64
    /// `EX_DATAERR`: the preset, the bucket settings or the only upload is bad.
    case badData = 65
    /// `EX_UNAVAILABLE`: an encoder is missing.
    case missingEncoder = 69
    /// `EX_IOERR`.
    case inputOutput = 74
    /// 128 + SIGINT, as shells count; for SIGTERM too.
    case interrupted = 130
}

/// Arguments of any command: ArgumentParser's exit code of an error is the same for all.
private struct NoArguments: ParsableArguments {}

extension CommandStatus {
    /// The status for an error that ends a command; `nil` for errors that ArgumentParser prints.
    init?(_ error: any Error) {
        switch error {
        case let error as UploadError: self.init(error)
        case is PresetError, is BucketSettingsError: self = .badData
        case is UsageError, is SecretKeyError: self = .usage
        case let error as QueueError: self.init(error)
        case let error as StorageError: self.init(error)
        case let error as WorkerError:
            self = error.reason == .unusableProcess ? .inputOutput : .failed
        case is InternalError: self = .failed
        case is CancellationError: self = .interrupted
        case is CleanExit, is ValidationError: return nil
        case let code as ExitCode:
            guard let status = CommandStatus(rawValue: code.rawValue) else { return nil }
            self = status
        default:
            // A parse error has no public type; ArgumentParser gives its own errors EX_USAGE or
            // success.
            let code = NoArguments.exitCode(for: error)
            if code == .validationFailure || code.isSuccess { return nil }
            // Sandbox processes that cannot be started, and the file system.
            self = .inputOutput
        }
    }

    /// The error that ends a command with this status and prints nothing.
    var exitCode: ExitCode { ExitCode(rawValue) }

    init(_ error: QueueError) {
        self =
            switch error.code {
            case .badURL, .badRequest: .usage
            case .noSuchJob, .notFailed, .tenantFull: .failed
            case .unreachable, .refused, .tooNew, .corrupt, .full, .internalError: .inputOutput
            }
    }

    init(_ error: StorageError) {
        self =
            switch error.kind {
            case .invalidURL, .notAPath: .usage
            case .exists: .failed
            default: .inputOutput
            }
    }

    /// The status for the only upload of a command.
    init(_ error: UploadError) {
        self =
            switch error.code {
            case .noEncoder: .missingEncoder
            // The upload is not the cause of either.
            case .exists, .internalError, .verificationFailed: .failed
            default: error.isInputOutput ? .inputOutput : .badData
            }
    }

    /// The status for several uploads, of which `failures` failed.
    ///
    /// The status is `failed`, unless all uploads failed with the same status: an output folder that
    /// cannot be written is 74 for one upload and for a hundred.
    init(failures: [CommandStatus], of count: Int) {
        guard let first = failures.first else {
            self = .success
            return
        }
        let isShared = failures.count == count && failures.allSatisfy { $0 == first }
        self = isShared ? first : .failed
    }

    /// The status of `run`, which stops if no sandbox process can be started.
    init(_ outcome: Pipeline.Outcome) {
        self =
            outcome.sandboxFailure == nil ? CommandStatus(outcome.results) : .inputOutput
    }

    /// The status of `run`, for which a bad upload is a failed one.
    init(_ results: [UploadResult]) {
        var failures: [CommandStatus] = []
        for result in results {
            switch result.outcome {
            case .published, .unchanged: continue
            case .failed(let error): failures.append(CommandStatus(error))
            case .interrupted: failures.append(.interrupted)
            }
        }
        if failures.contains(.interrupted) {
            self = .interrupted
        } else {
            let status = CommandStatus(failures: failures, of: results.count)
            self = status == .badData ? .failed : status
        }
    }
}
