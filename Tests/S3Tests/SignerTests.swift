import Testing
import Transport

@testable import S3

/// AWS's published vectors: the test suite of Signature Version 4, and the examples of the API reference of Amazon S3.
@Suite struct SignerTests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// 2015-08-30 12:36:00 UTC.
    private static let suiteTime = 1_440_938_160.0
    /// 2013-05-24 00:00:00 UTC.
    private static let exampleTime = 1_369_353_600.0

    private let suite = Signer(
        credentials: Credentials(
            accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1", service: "service")
    private let example = Signer(
        credentials: Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE",
            secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")

    private func signature(of headers: [HTTPHeader]) -> String? {
        headers.first { $0.name == "Authorization" }?.value.split(separator: "=").last
            .map(String.init)
    }

    @Test(
        arguments: [
            ("GET", [], "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            (
                "GET", [("Param2", "value2"), ("Param1", "value1")],
                "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
            ),
            ("POST", [], "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        ] as [(String, [(name: String, value: String)], String)])
    func signatureMatchesTheTestSuite(
        method: String, query: [(name: String, value: String)], expected: String
    ) {
        let headers = suite.headers(
            for: .init(
                method: method, host: "example.amazonaws.com", path: "/", query: query,
                payloadHash: Self.empty),
            at: Self.suiteTime)
        #expect(signature(of: headers) == expected)
        #expect(headers.first == HTTPHeader("x-amz-date", "20150830T123600Z"))
    }

    @Test func authorizationMatchesTheExampleOfGetObject() {
        let headers = example.headers(
            for: .init(
                method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/test.txt",
                headers: [
                    HTTPHeader("Range", "bytes=0-9"),
                    HTTPHeader("x-amz-content-sha256", Self.empty),
                ], payloadHash: Self.empty), at: Self.exampleTime)
        #expect(
            headers.last?.value == "AWS4-HMAC-SHA256 "
                + "Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func signatureMatchesTheExampleOfPutObject() {
        let hash = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"
        let headers = example.headers(
            for: .init(
                method: "PUT", host: "examplebucket.s3.amazonaws.com",
                path: PercentEncoding.encode("/test$file.text", isPath: true),
                headers: [
                    HTTPHeader("Date", "Fri, 24 May 2013 00:00:00 GMT"),
                    HTTPHeader("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                    HTTPHeader("x-amz-content-sha256", hash),
                ], payloadHash: hash), at: Self.exampleTime)
        #expect(
            signature(of: headers)
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    }

    @Test(
        arguments: [
            (
                [("lifecycle", "")],
                "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
            ),
            (
                [("prefix", "J"), ("max-keys", "2")],
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ] as [([(name: String, value: String)], String)])
    func signatureMatchesTheExamplesOfQueries(
        query: [(name: String, value: String)], expected: String
    ) {
        let headers = example.headers(
            for: .init(
                method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/", query: query,
                headers: [HTTPHeader("x-amz-content-sha256", Self.empty)],
                payloadHash: Self.empty), at: Self.exampleTime)
        #expect(signature(of: headers) == expected)
    }

    @Test func presignedQueryMatchesTheExample() {
        let query = example.presignedQuery(
            for: .init(
                method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/test.txt",
                payloadHash: ""), expiry: 86400, at: Self.exampleTime)
        #expect(
            query == "X-Amz-Algorithm=AWS4-HMAC-SHA256"
                + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
        )
    }

    @Test func sessionTokenIsSigned() {
        let signer = Signer(
            credentials: Credentials(accessKey: "A", secretKey: "S", sessionToken: "T/+="),
            region: "r")
        let request = Signer.Request(method: "GET", host: "h", path: "/", payloadHash: Self.empty)
        let headers = signer.headers(for: request, at: 0)
        #expect(headers.contains(HTTPHeader("x-amz-security-token", "T/+=")))
        #expect(
            headers.last?.value.contains("SignedHeaders=host;x-amz-date;x-amz-security-token,")
                == true)
        #expect(
            signer.presignedQuery(for: request, expiry: 1, at: 0).contains(
                "X-Amz-Security-Token=T%2F%2B%3D"))
    }

    @Test func canonicalHeadersAreTrimmedAndSorted() {
        let canonical = Signer.canonical(
            .init(
                method: "GET", host: "h", path: "/",
                headers: [HTTPHeader("X-B", "  a   b "), HTTPHeader("A", "1")],
                payloadHash: "x"))
        #expect(canonical.text == "GET\n/\n\na:1\nhost:h\nx-b:a b\n\na;host;x-b\nx")
    }

    @Test func keysAreEncodedOnce() {
        #expect(
            PercentEncoding.encode("/a b/c~d+e$é%2F/../'*", isPath: true)
                == "/a%20b/c~d%2Be%24%C3%A9%252F/../%27%2A")
        #expect(PercentEncoding.encode("a/b") == "a%2Fb")
        #expect(PercentEncoding.decode("a+b%2Bc%C3%a9") == "a b+cé")
        #expect(PercentEncoding.decode("%2") == nil)
        #expect(PercentEncoding.decode("%FF") == nil)
    }
}
