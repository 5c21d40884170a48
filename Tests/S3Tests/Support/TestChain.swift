import Foundation
import Synchronization
import TestSupport

@testable import S3

/// A signer that names the access key instead of signing.
struct NamingSigner: TokenRequestSigner {
    func headers(
        for request: MetadataRequest, with credentials: Credentials, region: String, at time: Double
    ) -> [(name: String, value: Secret)] {
        [("Authorization", Secret("\(credentials.accessKey) \(region)"))]
    }
}

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let time = Mutex(1_700_000_000.0)

    /// Seconds since 1970.
    var now: Double { time.withLock(\.self) }
    func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
    /// The time in some seconds, as services write it.
    func text(in seconds: Double) -> String {
        Date(timeIntervalSince1970: now + seconds).formatted(.iso8601)
    }
}

/// A standard chain over stub services and temporary files.
struct TestChain {
    let folder: TemporaryFolder
    let services: StubServices
    let clock = TestClock()
    var variables: [String: String]

    /// Creates a home folder with the content of the config file and of the credentials file.
    init(
        _ variables: [String: String] = [:], config: String? = nil, shared: String? = nil,
        services: [String: [StubServices.Answer]] = [:]
    ) throws {
        folder = try TemporaryFolder("credentials")
        self.services = StubServices(services)
        self.variables = variables
        self.variables["HOME"] = folder.url.path
        let aws = try folder.folder(".aws")
        try config?.write(to: aws.appending(path: "config"), atomically: true, encoding: .utf8)
        try shared.map { try Self.write($0, to: aws.appending(path: "credentials")) }
    }

    /// Writes a file that only its owner may read.
    static func write(_ text: String, to url: URL, permissions: Int = 0o600) throws {
        try text.write(to: url, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: url.path)
    }

    var standard: StandardChain {
        StandardChain(
            environment: variables, fetcher: services, signer: NamingSigner(),
            now: { [clock] in clock.now })
    }

    func credentials(profile: String? = nil, role: String? = nil) throws -> Credentials {
        try standard.credentials(profile: profile, role: role).credentials()
    }
}

/// Responses of services.
enum ServiceText {
    static func json(_ key: String, until expiration: String = "2099-01-01T00:00:00Z") -> String {
        """
        {"Code": "Success", "AccessKeyId": "\(key)", "SecretAccessKey": "secret-\(key)", \
        "Token": "token-\(key)", "Expiration": "\(expiration)"}
        """
    }

    static func xml(_ key: String, until expiration: String = "2099-01-01T00:00:00Z") -> String {
        """
        <AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>\(key)</AccessKeyId>\
        <SecretAccessKey>secret-\(key)</SecretAccessKey><SessionToken>a&amp;b</SessionToken>\
        <Expiration>\(expiration)</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>
        """
    }
}
