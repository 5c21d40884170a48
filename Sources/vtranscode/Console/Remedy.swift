import JobQueue
import MediaModel
import Transcoding

/// The command's remedies: what to do about a condition, with the options and commands that do it.
///
/// Libraries describe a condition and name no options. An error without a condition has no remedy of the command: its advice is
/// printed.
enum Remedy {
    /// Returns the remedy for a condition of an upload.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - force: The option that replaces packages and files, with its command if that is another one.
    /// - Returns: The remedy, as a sentence with options.
    static func text(
        for condition: UploadError.Condition, force: String = "--force"
    ) -> String {
        switch condition {
        case .startsAfterEnd: "choose an earlier --from"
        case .longerThanLimit:
            "upload a shorter file, choose a trim range with --from and --to, or raise limits.duration in the preset"
        case .videoFormatExcluded:
            "set limits.formats: all in the preset or use --formats all, or convert it to H.264, HEVC, VP9 or AV1"
        case .audioFormatExcluded:
            "set limits.formats: all in the preset or use --formats all, or convert it to AAC"
        case .notSmaller: "keep the upload as it is, or choose a lower --quality"
        case .nameTaken:
            "choose another --name or --output, or replace the package with \(force)"
        case .nameTakenByOther:
            "choose another --name or --output, or move the existing folder"
        case .nameTakenInBucket:
            "choose another --name or --output, or remove the package with vtranscode package remove and wait until its name is free"
        case .fileExists: "choose another --output, or replace the file with \(force)"
        case .outputIsNoFile: "choose another --output"
        case .outputIsUpload: "choose another --output, which is not the upload"
        case .noSpaceForIndex: "free some space, then run vtranscode index"
        }
    }

    static func text(for condition: QueueError.Condition) -> String {
        switch condition {
        case .noSuchJob: "list the jobs with vtranscode queue list"
        case .tenantFull:
            "wait until some have ended, or raise the limit with vtranscode queue tenant"
        case .missingFile:
            "check --queue and VTRANSCODE_QUEUE; queue add, worker and watch create a queue"
        case .privateWebhook:
            "use a public host, or --allow-private-webhooks for this command and the workers"
        }
    }

    static func text(for condition: UsageError.Condition) -> String {
        switch condition {
        case .nameForSeveralUploads: "leave out --name"
        case .noSuchClips, .noClips: "name a folder of short clips with --media"
        }
    }
}

extension UploadError {
    /// The remedy, with the names of options.
    var remedy: String { condition.map { Remedy.text(for: $0) } ?? advice }

    /// The error as one line, with the command's remedy.
    var commandText: String { "\(upload): \(code.rawValue): \(message); \(remedy)" }
}

extension QueueError {
    /// The error as one line, with the command's remedy.
    var commandText: String {
        "\(subject): \(code.rawValue): \(message); \(condition.map(Remedy.text) ?? advice)"
    }
}

extension UsageError {
    /// The error as one line, with the command's remedy.
    var commandText: String {
        "\(code.rawValue): \(message); \(Remedy.text(for: condition))"
    }
}

extension TaskFailure {
    /// The failure as one line, with the command's remedy; packages of jobs are replaced by `run`.
    var commandText: String {
        let remedy = condition.flatMap(UploadError.Condition.init).map {
            Remedy.text(for: $0, force: "vtranscode run --force")
        }
        return "\(code): \(message); \(remedy ?? advice)"
    }
}
