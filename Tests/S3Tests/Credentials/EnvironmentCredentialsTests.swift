import Errors
import Testing

@testable import S3

@Suite struct EnvironmentCredentialsTests {
    @Test func keysAndTokenAreRead() throws {
        let chain = try TestChain([
            "AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "t",
        ])
        let expected = Credentials(
            accessKey: "AK", secretKey: "secret", sessionToken: "t")
        #expect(try chain.credentials() == expected)
    }

    @Test func emptyVariablesCountAsMissing() throws {
        let chain = try TestChain(
            [
                "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "",
                "AWS_EC2_METADATA_DISABLED": "true",
            ], shared: "[default]\naws_access_key_id = FILE\naws_secret_access_key = s")
        #expect(try chain.credentials().accessKey == "FILE")
    }

    /// A half of a pair is a mistake: another identity must not replace it silently.
    @Test(arguments: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
    func halfOfAPairIsAnError(variable: String) throws {
        let chain = try TestChain(
            [variable: "hidden"],
            shared: "[default]\naws_access_key_id = FILE\naws_secret_access_key = s")
        let error = try #require(throws: S3Error.self) { try chain.credentials() }
        #expect(error.message.contains("\(variable) is set"))
        #expect(!error.description.contains("hidden"))
    }
}
