import Errors
import Foundation
import Testing
import TestSupport

@testable import S3

/// Profiles of the shared config and credentials files.
@Suite struct ProfileCredentialsTests {
    private static let sts = "POST https://sts.amazonaws.com/"
    private static let keys = "aws_access_key_id = BASE\naws_secret_access_key = s\n"

    @Test func credentialsFilePrevailsOverConfig() throws {
        let chain = try TestChain(
            ["AWS_PROFILE": "video"],
            config: "[profile video]\naws_access_key_id = CONFIG\nregion = eu-west-1",
            shared: "[video]\naws_access_key_id = SHARED\naws_secret_access_key = s\n"
                + "aws_session_token = t")
        let credentials = try chain.credentials()
        #expect(credentials.accessKey == "SHARED")
        #expect(credentials.sessionToken == "t")
        #expect(try chain.standard.region() == "eu-west-1")
    }

    @Test func environmentNamesTheFiles() throws {
        var chain = try TestChain()
        let (config, shared) = (chain.folder.file("c"), chain.folder.file("s"))
        try TestChain.write("[default]\nregion = xx-1", to: config)
        try TestChain.write("[default]\n\(Self.keys)", to: shared)
        chain.variables["AWS_CONFIG_FILE"] = config.path
        chain.variables["AWS_SHARED_CREDENTIALS_FILE"] = "~/s"
        #expect(try chain.credentials().accessKey == "BASE")
        #expect(try chain.standard.region() == "xx-1")
    }

    @Test func roleIsAssumedWithTheSourceProfile() throws {
        let chain = try TestChain(
            ["AWS_PROFILE": "video"],
            config: """
                [profile video]
                role_arn = arn:role
                source_profile = base
                role_session_name = session
                external_id = e
                duration_seconds = 900
                region = eu-west-1
                [profile "base"]
                \(Self.keys)
                """,
            services: [
                "POST https://sts.eu-west-1.amazonaws.com/": [.body(ServiceText.xml("ROLE"))]
            ])
        let credentials = try chain.credentials()
        #expect(credentials.accessKey == "ROLE")
        #expect(credentials.sessionToken == "a&b")
        #expect(credentials.expiration == 4_070_908_800)
        let request = try #require(chain.services.requests.first)
        #expect(request.texts.contains("Authorization: BASE eu-west-1"))
        let form = try #require(request.form).reveal()
        #expect(
            form.hasSuffix("&RoleSessionName=session&DurationSeconds=900&ExternalId=e"))
    }

    @Test func profileMayBeItsOwnSource() throws {
        let chain = try TestChain(
            shared: "[default]\n\(Self.keys)role_arn = arn:role\nsource_profile = default",
            services: [Self.sts: [.body(ServiceText.xml("ROLE"))]])
        #expect(try chain.credentials().accessKey == "ROLE")
        #expect(chain.services.requests.count == 1)
    }

    @Test func chainOfRolesIsFollowed() throws {
        let chain = try TestChain(
            config: """
                [default]
                role_arn = arn:2
                source_profile = first
                [profile first]
                role_arn = arn:1
                source_profile = base
                [profile base]
                \(Self.keys)
                """,
            services: [
                Self.sts: [.body(ServiceText.xml("FIRST")), .body(ServiceText.xml("SECOND"))]
            ])
        #expect(try chain.credentials().accessKey == "SECOND")
        #expect(
            chain.services.requests.map(\.texts).map {
                $0.contains("Authorization: FIRST us-east-1")
            }
                == [false, true])
    }

    @Test func webIdentityOfAProfile() throws {
        let chain = try TestChain(
            config: "[default]\nrole_arn = arn:r\nweb_identity_token_file = ~/token",
            services: [Self.sts: [.body(ServiceText.xml("ROLE"))]])
        try TestChain.write(" identity\n", to: chain.folder.file("token"))
        #expect(try chain.credentials().accessKey == "ROLE")
        let form = try #require(chain.services.requests.first?.form).reveal()
        #expect(form.hasPrefix("Action=AssumeRoleWithWebIdentity&"))
        #expect(form.hasSuffix("&WebIdentityToken=identity"))
    }

    @Test(arguments: [
        ("Environment", "ENVIRONMENT"), ("EcsContainer", "CONTAINER"),
    ])
    func credentialSourceNamesAPlace(source: String, key: String) throws {
        let chain = try TestChain(
            [
                "AWS_ACCESS_KEY_ID": "ENVIRONMENT", "AWS_SECRET_ACCESS_KEY": "s",
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://localhost/c",
            ],
            config: "[profile p]\nrole_arn = arn:r\ncredential_source = \(source)",
            services: [
                Self.sts: [.body(ServiceText.xml("ROLE"))],
                "GET http://localhost/c": [.body(ServiceText.json("CONTAINER"))],
            ])
        #expect(try chain.credentials(profile: "p").accessKey == "ROLE")
        #expect(
            chain.services.requests.last?.texts.contains("Authorization: \(key) us-east-1") == true)
    }

    @Test(arguments: [
        (
            "role_arn = a\nsource_profile = b\n[profile b]\nrole_arn = c\nsource_profile = p",
            "leads back"
        ),
        ("role_arn = a\nsource_profile = absent", "there is no profile `absent`"),
        ("role_arn = a", "role_arn without"),
        ("role_arn = a\ncredential_source = Other", "`credential_source` is not"),
        ("role_arn = a\ncredential_source = EcsContainer", "container credentials: no AWS_"),
        (
            "role_arn = a\nweb_identity_token_file = /absent",
            "web_identity_token_file: no such file"
        ),
        ("aws_access_key_id = hidden", "aws_secret_access_key is missing"),
        ("aws_secret_access_key = hidden", "aws_access_key_id is missing"),
        ("credential_process = hidden", "credential_process is not supported"),
        ("sso_session = hidden", "sso_session is not supported"),
        ("region = xx", "no keys and no role"),
        ("hidden", "config:2:1: not a header, a key or a comment"),
    ])
    func mistakeIsNamed(lines: String, reason: String) throws {
        let chain = try TestChain(config: "[profile p]\n" + lines)
        let error = try #require(throws: S3Error.self) {
            try chain.credentials(profile: "p")
        }
        #expect(error.message.contains(reason), "\(error.message)")
        #expect(!error.description.contains("hidden"))
    }

    @Test func deniedRoleNamesTheCode() throws {
        let chain = try TestChain(
            shared: "[default]\n\(Self.keys)role_arn = a\nsource_profile = default",
            services: [
                Self.sts: [
                    .body(
                        "<Error><Code>AccessDenied</Code><Message>hidden</Message></Error>",
                        status: 403)
                ]
            ])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("shared files: profile `default`: "))
        #expect(error.message.hasSuffix(": the service responded with status 403 (AccessDenied)"))
        #expect(error.code == .noCredentials)
    }

    @Test(arguments: [
        "", "<Credentials></Credentials>",
        ServiceText.xml("AK", until: "tomorrow"),
        ServiceText.xml("AK").replacing("SessionToken", with: "Other"),
        ServiceText.xml(""),
        ServiceText.xml("<b>AK</b>"),
    ])
    func malformedResponseIsAnError(body: String) throws {
        let chain = try TestChain(
            shared: "[default]\n\(Self.keys)role_arn = a\nsource_profile = default",
            services: [Self.sts: [.body(body)]])
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("the response of the token service"))
        #expect(!error.description.contains("secret-"))
    }

    @Test(arguments: [
        (0o600, false), (0o640, true), (0o604, true),
    ])
    func fileThatOthersReadIsWarnedAbout(permissions: Int, isWarned: Bool) throws {
        let chain = try TestChain()
        let file = chain.folder.url.appending(path: ".aws/credentials")
        try TestChain.write("[default]\n\(Self.keys)", to: file, permissions: permissions)
        let warnings = try chain.standard.warnings()
        #expect(warnings.contains { $0.hasPrefix(file.path) } == isWarned)
        #expect(!warnings.contains { $0.contains("BASE") })
    }

    @Test func fileWithoutSecretsMayBeReadByOthers() throws {
        let chain = try TestChain()
        let file = chain.folder.url.appending(path: ".aws/config")
        try TestChain.write("[default]\nregion = a", to: file, permissions: 0o644)
        #expect(try chain.standard.warnings().isEmpty)
    }
}
