import Foundation
import Testing
import TestSupport

@testable import S3

@Suite struct WebIdentityCredentialsTests {
    private static let variables = [
        "AWS_ROLE_ARN": "arn:r", "AWS_WEB_IDENTITY_TOKEN_FILE": "~/token",
        "AWS_ROLE_SESSION_NAME": "pod",
    ]

    @Test func tokenIsExchangedWithoutASignature() throws {
        let chain = try TestChain(
            Self.variables,
            services: ["POST https://sts.amazonaws.com/": [.body(ServiceText.xml("ROLE"))]])
        try TestChain.write("id+token", to: chain.folder.file("token"))
        #expect(try chain.credentials().accessKey == "ROLE")
        #expect(
            chain.services.requests.first?.texts == [
                "Content-Type: application/x-www-form-urlencoded",
                "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn=arn%3Ar"
                    + "&RoleSessionName=pod&WebIdentityToken=id%2Btoken",
            ])
    }

    /// Kubernetes replaces the file; a refresh sends the new token.
    @Test func tokenIsReadAtEachRefresh() throws {
        var chain = try TestChain(Self.variables)
        let clock = chain.clock
        chain = try TestChain(
            Self.variables,
            services: [
                "POST https://sts.amazonaws.com/": [
                    .body(ServiceText.xml("FIRST", until: clock.text(in: 3600))),
                    .body(ServiceText.xml("SECOND", until: clock.text(in: 9000))),
                ]
            ])
        try TestChain.write("first", to: chain.folder.file("token"))
        let source = chain.standard.credentials()
        #expect(try source.credentials().accessKey == "FIRST")
        try TestChain.write("second", to: chain.folder.file("token"))
        chain.clock.advance(3000)
        #expect(try source.credentials().accessKey == "SECOND")
        let forms = chain.services.requests.compactMap { $0.form?.reveal() }
        #expect(forms.map { $0.hasSuffix("WebIdentityToken=second") } == [false, true])
    }

    @Test(arguments: [
        (["AWS_ROLE_ARN": ""], "AWS_ROLE_ARN is not"),
        ([:], "AWS_WEB_IDENTITY_TOKEN_FILE: no such file"),
        (
            ["AWS_WEB_IDENTITY_TOKEN_FILE": "/dev"],
            "AWS_WEB_IDENTITY_TOKEN_FILE: not a regular file"
        ),
    ])
    func mistakeIsNamed(variables: [String: String], reason: String) throws {
        let chain = try TestChain(Self.variables.merging(variables) { $1 })
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("web identity: "))
        #expect(error.message.contains(reason))
    }

    @Test func emptyTokenIsAnError() throws {
        let chain = try TestChain(Self.variables)
        try TestChain.write(" \n", to: chain.folder.file("token"))
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("the file is empty"))
    }
}
