import S3
import Synchronization
import TestSupport
import Transport

/// A client whose server is a script and whose pauses take no time.
struct ScriptedBucket {
    static let secret = "SECRET+KEY/of tests"
    static let token = "TOKEN+of/tests"
    /// 2025-01-01 00:00:00 UTC.
    static let time = 1_735_689_600.0

    let server: LoopbackServer
    let client: S3Client
    private let recorder = Recorder()

    /// The pauses so far, in seconds.
    var pauses: [Double] { recorder.pauses.withLock(\.self) }

    init(
        _ settings: BucketSettings = BucketSettings(),
        handler: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response
    ) throws {
        server = try LoopbackServer(handler: handler)
        var settings = settings
        settings.endpoint = try S3Endpoint(server.url)
        var client = S3Client(
            bucket: "bucket", settings: settings,
            credentials: FixedCredentials(
                Credentials(
                    accessKey: "AKTEST", secretKey: Self.secret, sessionToken: Self.token)),
            http: HTTPClient(userAgent: "test"))
        let (recorder, server) = (recorder, server)
        client.environment = ClientEnvironment(
            // The server runs as long as its client exists.
            now: { withExtendedLifetime(server) { Self.time } },
            pause: { seconds, _ in recorder.pauses.withLock { $0.append(seconds) } },
            random: { 1 })
        self.client = client
    }

    private final class Recorder: Sendable {
        let pauses = Mutex<[Double]>([])
    }
}

/// A counter of calls, from 1.
final class CallCounter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

extension LoopbackServer.Response {
    /// An error of S3.
    static func error(
        _ status: Int, _ code: String, message: String = "text", more: String = "",
        headers: [String: String] = [:]
    ) -> LoopbackServer.Response {
        .status(
            status, headers,
            body: Array(
                "<Error><Code>\(code)</Code><Message>\(message)</Message>\(more)</Error>".utf8))
    }

    /// The response to HEAD for an object.
    static func object(size: Int, etag: String = "\"e\"") -> LoopbackServer.Response {
        .status(200, ["ETag": etag], length: size)
    }
}
