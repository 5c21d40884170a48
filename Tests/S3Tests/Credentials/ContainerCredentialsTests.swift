import Errors
import Foundation
import Testing
import TestSupport

@testable import S3

@Suite struct ContainerCredentialsTests {
    private static let full = "AWS_CONTAINER_CREDENTIALS_FULL_URI"

    @Test func tokenOfTheFilePrevails() throws {
        let chain = try TestChain(
            [
                Self.full: "http://169.254.170.23/v1/credentials",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN": "variable",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "PATH",
            ])
        var variables = chain.variables
        variables["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = chain.folder.file("token").path
        try TestChain.write("file\n", to: chain.folder.file("token"))
        let services = StubServices([
            "GET http://169.254.170.23/v1/credentials": [.body(ServiceText.json("POD"))]
        ])
        let provider = ContainerCredentials(
            environment: ProcessVariables(variables), fetcher: services)
        let found = try provider.find()
        guard case .found(let credentials) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(credentials.accessKey == "POD")
        #expect(credentials.sessionToken == "token-POD")
        #expect(
            services.requests.first?.texts == ["Authorization: file", "Accept: application/json"])
    }

    /// The hosts to which the AWS tools send tokens.
    @Test(arguments: [
        ("https://host.example/c", true), ("http://localhost:8080/c", true),
        ("http://127.0.0.1/c", true), ("http://127.9.8.7/c", true), ("http://[::1]/c", true),
        ("http://169.254.170.2/c", true), ("http://[fd00:ec2::23]/c", true),
        ("http://host.example/c", false), ("http://169.254.169.254/c", false),
        ("http://10.0.0.1/c", false), ("http://127.0.0.1.example/c", false),
        ("http://127.0.0/c", false), ("file:///c", false), ("http://user@127.0.0.1/c", false),
        ("nothing", false),
    ])
    func hostsAreRestricted(url: String, isAllowed: Bool) throws {
        let services = StubServices(["GET \(url)": [.body(ServiceText.json("POD"))]])
        let provider = ContainerCredentials(
            environment: ProcessVariables([
                Self.full: url, "AWS_CONTAINER_AUTHORIZATION_TOKEN": "hidden",
            ]), fetcher: services)
        let result = Result { try provider.find() }
        #expect(((try? result.get()) != nil) == isAllowed)
        #expect(services.requests.isEmpty == !isAllowed)
    }

    /// A line break in a token would begin another header.
    @Test func tokenWithALineBreakIsRejected() throws {
        let chain = try TestChain([
            Self.full: "http://localhost/c",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN": "hidden\r\nHost: attacker",
        ])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.hasSuffix(": the authorization token is not valid"))
        #expect(chain.services.requests.isEmpty)
    }

    @Test func relativeURIIsAPath() throws {
        let chain = try TestChain(["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "@attacker.example/"])
        #expect(throws: S3Error.self) { try chain.credentials() }
        #expect(chain.services.requests.isEmpty)
    }

    @Test(arguments: [
        "", "[]", "{}", "hidden", ServiceText.json("AK", until: "hidden"),
        ServiceText.json("AK").replacing("Success", with: "Failed"),
        ServiceText.json("AK").replacing("\"Token\"", with: "\"Other\""), ServiceText.json(""),
    ])
    func malformedResponseIsAnError(body: String) throws {
        let chain = try TestChain(
            ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/c"],
            services: ["GET http://169.254.170.2/c": [.body(body)]])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("container credentials: "))
        for secret in ["hidden", "secret-", "token-"] {
            #expect(!error.description.contains(secret))
        }
    }

    @Test func noResponseIsTransient() throws {
        let chain = try TestChain(["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/c"])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.code == .unavailable)
    }
}
