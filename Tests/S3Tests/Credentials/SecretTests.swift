import Testing

@testable import S3

/// Secrets are in no text that a log, an error or a debugger shows.
@Suite struct SecretTests {
    private func texts(of value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped]
    }

    @Test func descriptionsAndMirrorsShowNothing() {
        let credentials = Credentials(
            accessKey: "AKID", secretKey: "hidden-key", sessionToken: "hidden-token"
        )
        #expect(Mirror(reflecting: Secret("hidden")).children.isEmpty)
        for text in texts(of: credentials) + texts(of: Secret("hidden")) {
            #expect(!text.contains("hidden"))
        }
    }

    @Test func requestsAndResponsesShowNoSecret() {
        let request = MetadataRequest(
            method: .post, url: "http://host/hidden",
            headers: [("Authorization", Secret("hidden"))],
            form: Secret("hidden"), timeout: 1)
        let response = MetadataResponse(status: 200, body: Secret("hidden"))
        for text in texts(of: request) + texts(of: response) { #expect(!text.contains("hidden")) }
    }

    @Test func environmentShowsNoValue() throws {
        let chain = try TestChain(["AWS_SECRET_ACCESS_KEY": "hidden"])
        for text in texts(of: chain.standard) + texts(of: chain.standard.credentials()) {
            #expect(!text.contains("hidden"))
        }
    }
}
