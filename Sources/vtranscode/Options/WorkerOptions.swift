import ArgumentParser
import Foundation
import JobQueue
import MediaUnits
import Worker

/// The limits, the retention and the webhooks of a worker.
struct WorkerOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The expected CPU time above which a job is split into tasks (default: 4m).",
            valueName: "time"),
        transform: DurationText.seconds)
    var longJob = TranscodingPerformer.Settings().longJob

    @Option(
        help: ArgumentHelp(
            "The free space of the output folder that is required to start a task (default: 1G).",
            valueName: "size"),
        transform: WorkerOptions.byteCount)
    var minimumFree = Int(TranscodingPerformer.Settings().freeSpace)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The retention of ended jobs; 0 for unlimited (default: 30d).",
            valueName: "time"),
        transform: DurationText.seconds)
    var keepJobs = 30 * 86400.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The retention of finished segments of failed jobs, for a retry; 0 for that of the jobs (default: 1d).",
            valueName: "time"),
        transform: DurationText.seconds)
    var keepArtifacts = TranscodingPerformer.Settings().artifactRetention ?? 0

    @Option(
        help: ArgumentHelp(
            "A file with the secret that signs webhooks (default: $VTRANSCODE_WEBHOOK_SECRET).",
            valueName: "file"),
        completion: .file())
    var webhookSecretFile: String?

    @Flag(help: "Allow webhooks in private networks.")
    var allowPrivateWebhooks = false

    @Flag(help: "Allow web servers in private networks for uploads that were submitted over HTTP.")
    var allowPrivateUploads = false

    /// The duration of a lease, in seconds; for tests.
    @Option(help: .hidden)
    var lease = QueuePolicy().leaseDuration

    /// The time that a suspect waits for an idle worker, in seconds; for tests.
    @Option(help: .hidden)
    var quarantine = QueuePolicy().quarantineTimeout

    /// The expected CPU time of an encoding task, in seconds; for tests.
    @Option(help: .hidden)
    var batch = TranscodingPerformer.Settings().batch

    var policy: QueuePolicy { QueuePolicy(leaseDuration: lease, quarantineTimeout: quarantine) }

    var retention: Double? { keepJobs == 0 ? nil : keepJobs }

    func performerSettings(queue: String) -> TranscodingPerformer.Settings {
        TranscodingPerformer.Settings(
            longJob: longJob, batch: batch, freeSpace: Int64(minimumFree),
            artifactRetention: keepArtifacts == 0 ? nil : keepArtifacts, queue: queue)
    }

    func webhookSecret() throws -> String? {
        try Secret.read(file: webhookSecretFile, variable: "VTRANSCODE_WEBHOOK_SECRET")
    }

    private static func byteCount(_ text: String) throws -> Int {
        guard let size = ByteCount(text) else {
            throw ValidationError("'\(text)' is not a size; use 4G or 512M.")
        }
        return size.bytes
    }
}
