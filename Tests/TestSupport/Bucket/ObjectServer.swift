import Foundation

/// The S3 server of the tests, which `Scripts/support/radosgw` starts.
public enum ObjectServer {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether tests with the server run; without it, they fail in CI.
    public static let isExpected = url != nil || environment["CI"] == "true"
    public static let reason =
        "no tests run with an S3 server: VT_TEST_S3 is not its URL; Scripts/support/radosgw starts one"

    public static let url = environment["VT_TEST_S3"]
    public static let accessKey = environment["VT_TEST_S3_ACCESS_KEY"]
    public static let secretKey = environment["VT_TEST_S3_SECRET_KEY"]

    /// A new name of a bucket.
    public static func newBucket() -> String {
        "t-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }
}
