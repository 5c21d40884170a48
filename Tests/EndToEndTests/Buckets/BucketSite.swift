import Foundation
import TestSupport

/// A folder for the cache and the queue of commands that use a bucket on loopback.
struct BucketSite {
    let folder: TemporaryFolder
    /// The URL of the bucket's server.
    let endpoint: String
    /// Further variables: `NAME=VALUE`.
    var environment: [String] = []

    init(_ endpoint: String) throws {
        folder = try TemporaryFolder("bucket")
        self.endpoint = endpoint
    }

    var queue: String { "sqlite:\(folder.file("queue.db").path)" }

    /// Returns a command `vtranscode …` with credentials for the bucket.
    func command(_ arguments: [String]) throws -> Command {
        Command(
            "env",
            [
                "AWS_ACCESS_KEY_ID=AKTEST", "AWS_SECRET_ACCESS_KEY=hush", "AWS_REGION=us-east-1",
                "AWS_ENDPOINT_URL_S3=\(endpoint)", "AWS_CONFIG_FILE=/nowhere",
                "AWS_SHARED_CREDENTIALS_FILE=/nowhere", "VTRANSCODE_QUEUE=\(queue)",
            ] + environment + [try VTranscode.binary.get()] + arguments
                + ["--cache", folder.file("cache").path])
    }

    /// Runs `vtranscode …` beside other programs of tests.
    func call(_ arguments: String...) async throws -> Command.Output {
        try await command(arguments).run()
    }
}
