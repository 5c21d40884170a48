import Foundation
import TestSupport
import Testing

@testable import S3

/// Clients by the environment and the bucket settings.
@Suite struct S3ClientsTests {
    private static let variables = [
        "AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_CONFIG_FILE": "/nowhere",
        "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
    ]

    private func clients(
        _ more: [String: String] = [:], settings: String? = nil
    ) throws -> S3Clients {
        try S3Clients(
            environment: Self.variables.merging(more) { $1 }, settingsFile: settings,
            userAgent: "test")
    }

    @Test func requestsAreSignedForTheConfiguredServer() throws {
        let server = try LoopbackServer { _ in .status(200, ["ETag": "\"1\""]) }
        let clients = try clients(["AWS_ENDPOINT_URL_S3": server.url])
        _ = try clients.client(for: S3Location("s3://bucket/key")).head("key")
        let request = try #require(server.requests.first)
        #expect(request.target == "/bucket/key")
        #expect(request["Authorization"]?.contains("Credential=AK/") == true)
        #expect(request["User-Agent"] == "test")
    }

    @Test(arguments: [
        ("", true, true), ("", false, false), ("conditional-writes = false", true, false),
    ])
    func conditionsOfWritesMayBeOff(line: String, sends: Bool, expected: Bool) throws {
        let folder = try TemporaryFolder("clients")
        let file = folder.file("buckets")
        try "[s3://bucket]\n\(line)\n".write(to: file, atomically: true, encoding: .utf8)
        let clients = try S3Clients(
            environment: Self.variables, settingsFile: file.path, userAgent: "test",
            sendsConditions: sends)
        let client = try clients.client(for: S3Location("s3://bucket/a"))
        #expect(client.settings.sendsConditions == expected)
    }

    /// The certificates of authorities come from `AWS_CA_BUNDLE`, and otherwise from the system.
    @Test func bundleOfCertificatesIsTrusted() async throws {
        let server = try await SecureServer()
        let location = try S3Location("s3://bucket/key")
        let trusting = try clients([
            "AWS_ENDPOINT_URL_S3": server.url, "AWS_CA_BUNDLE": server.certificate,
        ])
        #expect(try trusting.client(for: location).head("key")?.etag == "\"1\"")
        for bundle in [nil, "/nowhere"] {
            var variables = ["AWS_ENDPOINT_URL_S3": server.url]
            variables["AWS_CA_BUNDLE"] = bundle
            let client = try clients(variables).client(for: location)
            let error = #expect(throws: S3Error.self) { try client.head("key") }
            #expect(error?.code == .endpoint)
        }
    }

    @Test func locationsWithEqualSettingsShareOneClient() throws {
        let folder = try TemporaryFolder("clients")
        let file = folder.file("buckets")
        try "[s3://bucket/public]\nregion = eu-1\n".write(
            to: file, atomically: true, encoding: .utf8)
        let clients = try clients(settings: file.path)
        let locations = ["s3://bucket/a", "s3://bucket/b", "s3://bucket/public/a", "s3://other/a"]
        let found = try locations.map { try clients.client(for: S3Location($0)) }
        #expect(found.map(\.settings.region) == ["us-east-1", "us-east-1", "eu-1", "us-east-1"])
        #expect(found[0].learned === found[1].learned)
        #expect(Set(found.map { ObjectIdentifier($0.learned) }).count == 3)
    }
}
