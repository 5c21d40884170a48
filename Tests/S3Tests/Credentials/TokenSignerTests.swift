import Testing

@testable import S3

/// Signatures of requests to the token service, compared with those of botocore 1.
@Suite struct TokenSignerTests {
    private static let form =
        "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fr&RoleSessionName=s"

    @Test(arguments: [
        (nil, "75a5958adbc0ae33911f21a56a7679058c1aad05498c75d67f273833b4f75615"),
        ("session", "fd008ddaa378306d6de2d03197125ffd5ee6a2b4648766ea10e047ce6dc01080"),
    ])
    func signatureIsThatOfBotocore(token: String?, signature: String) throws {
        var request = MetadataRequest(
            method: .post, url: "https://sts.eu-west-1.amazonaws.com/", form: Secret(Self.form),
            timeout: 1)
        request.headers = [("Content-Type", Secret("application/x-www-form-urlencoded"))]
        let credentials = Credentials(
            accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            sessionToken: token)
        // 2013-05-24T00:00:00Z.
        let headers = try TokenSigner().headers(
            for: request, with: credentials, region: "eu-west-1", at: 1_369_353_600)
        let values = Dictionary(
            uniqueKeysWithValues: headers.map { ($0.name.lowercased(), $0.value.reveal()) })
        #expect(values["x-amz-date"] == "20130524T000000Z")
        #expect(values["x-amz-security-token"] == token)
        #expect(values["authorization"]?.hasSuffix("Signature=\(signature)") == true)
    }
}
