import Testing

@testable import S3

@Suite struct InstanceCredentialsTests {
    private static let base = "http://127.0.0.1:1338/latest"
    private static let roles = base + "/meta-data/iam/security-credentials/"
    private static let variables = ["AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://127.0.0.1:1338/"]

    private static func services(
        role: StubServices.Answer = .body("video-worker+1"),
        credentials: StubServices.Answer = .body(ServiceText.json("INSTANCE"))
    ) -> [String: [StubServices.Answer]] {
        [
            "PUT \(base)/api/token": [.body("imds")], "GET \(roles)": [role],
            "GET \(roles)video-worker+1": [credentials],
        ]
    }

    @Test func everyRequestHasTheTokenAndATimeoutOfOneSecond() throws {
        let chain = try TestChain(Self.variables, services: Self.services())
        #expect(try chain.credentials().accessKey == "INSTANCE")
        #expect(
            chain.services.requests.map(\.texts) == [
                ["X-aws-ec2-metadata-token-ttl-seconds: 21600"], ["X-aws-ec2-metadata-token: imds"],
                ["X-aws-ec2-metadata-token: imds"],
            ])
        #expect(chain.services.requests.allSatisfy { $0.timeout == 1 })
    }

    /// Hosts without the service, and instances without a role.
    @Test(
        arguments: [
            ([:], "refused", 1),
            (["PUT \(base)/api/token": [.body("", status: 403)]], "status 403", 1),
            (["PUT \(base)/api/token": [.body("imds\nx")]], "token is not valid", 1),
            (services(role: .body("", status: 404)), "status 404", 2),
            (services(role: .body("a/../b")), "the instance has no role", 2),
        ] as [([String: [StubServices.Answer]], String, Int)])
    func absentServiceIsNamedInTheError(
        services: [String: [StubServices.Answer]], reason: String, requests: Int
    ) throws {
        let chain = try TestChain(Self.variables, services: services)
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("instance metadata: "))
        #expect(error.message.contains(reason))
        #expect(chain.services.requests.count == requests)
    }

    @Test func malformedCredentialsAreAnError() throws {
        let chain = try TestChain(
            Self.variables, services: Self.services(credentials: .body("hidden")))
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.hasSuffix(": the response is not the expected JSON"))
    }
}
