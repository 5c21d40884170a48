import Errors
import Foundation
import Testing
import TestSupport

@testable import S3

/// The order of the places, and the error of a chain without credentials.
@Suite struct CredentialsChainTests {
    private static let imds = "http://169.254.169.254/latest"
    private static let roles = imds + "/meta-data/iam/security-credentials/"

    /// Every place is configured; each test case removes the first ones.
    @Test(arguments: [
        (0, "ENVIRONMENT"), (1, "FILE"), (2, "IDENTITY"), (3, "CONTAINER"), (4, "INSTANCE"),
    ])
    func firstConfiguredPlaceCounts(removed: Int, key: String) throws {
        let groups: [[String: String]] = [
            ["AWS_ACCESS_KEY_ID": "ENVIRONMENT", "AWS_SECRET_ACCESS_KEY": "s"], [:],
            ["AWS_ROLE_ARN": "arn:r", "AWS_WEB_IDENTITY_TOKEN_FILE": "~/token"],
            ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/creds"], [:],
        ]
        let variables = groups.dropFirst(removed).reduce(into: [:]) { $0.merge($1) { $1 } }
        let chain = try TestChain(
            variables,
            shared: removed > 1
                ? nil : "[default]\naws_access_key_id = FILE\naws_secret_access_key = s",
            services: [
                "POST https://sts.amazonaws.com/": [.body(ServiceText.xml("IDENTITY"))],
                "GET http://169.254.170.2/creds": [.body(ServiceText.json("CONTAINER"))],
                "PUT \(Self.imds)/api/token": [.body("imds-token")],
                "GET \(Self.roles)": [.body("video\n")],
                "GET \(Self.roles)video": [.body(ServiceText.json("INSTANCE"))],
            ])
        try TestChain.write("identity", to: chain.folder.file("token"))
        #expect(try chain.credentials().accessKey == key)
    }

    @Test func errorListsEveryPlaceWithItsReason() throws {
        let chain = try TestChain(["AWS_EC2_METADATA_DISABLED": "TRUE"])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        let aws = chain.folder.url.path + "/.aws"
        #expect(
            error.message == "no source has credentials: "
                + [
                    "environment: AWS_ACCESS_KEY_ID is not set",
                    "shared files: no profile `default` in \(aws)/config and \(aws)/credentials",
                    "web identity: AWS_WEB_IDENTITY_TOKEN_FILE is not set",
                    "container credentials: no AWS_CONTAINER_CREDENTIALS_ variable is set",
                    "instance metadata: AWS_EC2_METADATA_DISABLED is true",
                ].joined(separator: "; "))
        #expect(error.code == .noCredentials)
        #expect(chain.services.requests.isEmpty)
    }

    @Test func failureOfAConfiguredPlaceEndsTheChain() throws {
        let chain = try TestChain(
            ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/hidden"],
            services: ["GET http://169.254.170.2/hidden": [.body("hidden", status: 503)]])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.components(separatedBy: "; ").count == 4)
        #expect(error.message.hasSuffix(": the service responded with status 503"))
        #expect(error.code == .unavailable)
        #expect(!error.description.contains("hidden"))
    }

    @Test func namedProfileIsTheOnlyPlace() throws {
        let chain = try TestChain(
            ["AWS_ACCESS_KEY_ID": "ENVIRONMENT", "AWS_SECRET_ACCESS_KEY": "s"],
            shared: "[tenant]\naws_access_key_id = TENANT\naws_secret_access_key = s")
        #expect(try chain.credentials(profile: "tenant").accessKey == "TENANT")
        let error = try #require(throws: S3Error.self) {
            try chain.credentials(profile: "absent")
        }
        #expect(error.message.contains("no profile `absent`"))
        #expect(!error.message.contains("; "))
    }

    @Test func roleIsAssumedWithTheChainsCredentials() throws {
        let chain = try TestChain(
            [
                "AWS_ACCESS_KEY_ID": "BASE", "AWS_SECRET_ACCESS_KEY": "s",
                "AWS_REGION": "eu-west-1",
            ],
            services: [
                "POST https://sts.eu-west-1.amazonaws.com/": [.body(ServiceText.xml("ROLE"))]
            ])
        #expect(try chain.credentials(role: "arn:aws:iam::1:role/a b").accessKey == "ROLE")
        let request = try #require(chain.services.requests.first)
        #expect(request.texts.contains("Authorization: BASE eu-west-1"))
        #expect(
            request.texts.last
                == "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fa%20b"
                + "&RoleSessionName=vtranscode-1700000000")
    }
}
