import ArgumentParser
import Foundation
import JobQueue
import MediaUnits
import Worker

/// What a worker does beside encoding, and how it shares.
struct WorkerDuties: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Jobs that are expected to take more CPU time than this are shared out among workers (default: 4m).",
            valueName: "time"),
        transform: DurationText.seconds)
    var longJob = TranscodingPerformer.Settings().longJob

    @Option(
        help: ArgumentHelp(
            "Begin no task with less than this free where packages go (default: 1G).",
            valueName: "size"),
        transform: WorkerDuties.byteCount)
    var minimumFree = Int(TranscodingPerformer.Settings().freeSpace)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Forget jobs that ended so long ago; 0 keeps them for ever (default: 30d).",
            valueName: "time"),
        transform: DurationText.seconds)
    var keepJobs = 30 * 86400.0

    @Option(
        help: ArgumentHelp(
            "A file with the secret that signs webhooks' messages (default: $VTRANSCODE_WEBHOOK_SECRET).",
            valueName: "file"),
        completion: .file())
    var webhookSecretFile: String?

    @Flag(help: "Let webhooks be in this machine's private network.")
    var allowPrivateWebhooks = false

    /// Seconds without a word after which a worker is given up; for tests, which cannot wait.
    @Option(help: .hidden)
    var lease = QueuePolicy().lease

    /// Seconds that a suspect waits for an idle worker; for tests, likewise.
    @Option(help: .hidden)
    var quarantine = QueuePolicy().quarantine

    /// CPU seconds of a long job's tasks; for tests.
    @Option(help: .hidden)
    var batch = TranscodingPerformer.Settings().batch

    var policy: QueuePolicy { QueuePolicy(lease: lease, quarantine: quarantine) }

    var retention: Double? { keepJobs == 0 ? nil : keepJobs }

    var performerSettings: TranscodingPerformer.Settings {
        TranscodingPerformer.Settings(
            longJob: longJob, batch: batch, freeSpace: Int64(minimumFree))
    }

    func webhookSecret() throws -> String? {
        try Secret.read(file: webhookSecretFile, variable: "VTRANSCODE_WEBHOOK_SECRET")
    }

    private static func byteCount(_ text: String) throws -> Int {
        guard let size = ByteCount(text) else {
            throw ValidationError("'\(text)' is not a size; give it as 4G or 512M.")
        }
        return size.bytes
    }
}
