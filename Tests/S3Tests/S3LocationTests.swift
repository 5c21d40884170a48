import S3
import Testing

@Suite struct S3LocationTests {
    @Test(arguments: [
        ("s3://bucket/key", "bucket", "key"), ("s3://bucket", "bucket", ""),
        ("s3://bucket/", "bucket", ""), ("s3://bucket//a//../b/", "bucket", "/a//../b/"),
        ("s3://a.b-3/%20 +?#&é/~", "a.b-3", "%20 +?#&é/~"),
    ])
    func locationIsParsed(_ text: String, bucket: String, key: String) throws {
        let location = try S3Location(text)
        #expect(location.bucket == bucket)
        #expect(Array(location.key.utf8) == Array(key.utf8))
        #expect(try S3Location(location.description) == location)
    }

    @Test(arguments: [
        "", "bucket/key", "S3://bucket/key", "https://bucket/key", "s3://", "s3:///key",
        "s3://ab/k",
        "s3://Bucket/k", "s3://a..b/k", "s3://-ab/k", "s3://abc-/k", "s3://a_b/k",
        "s3://bucket/a\nb",
        "s3://bucket/a\u{0}b", "s3://user:password@bucket/k",
    ])
    func locationIsRejected(_ text: String) {
        let error = #expect(throws: S3Error.self) { try S3Location(text) }
        #expect(error?.code == .url)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func keyLengthIsLimited() throws {
        _ = try S3Location(bucket: "bucket", key: String(repeating: "é", count: 512))
        #expect(throws: S3Error.self) {
            try S3Location(bucket: "bucket", key: String(repeating: "é", count: 512) + "a")
        }
    }

    /// `String` regards both forms of "é" as equal; the server does not.
    @Test func keysAreComparedByteByByte() throws {
        let composed = try S3Location("s3://bucket/\u{e9}")
        let decomposed = try S3Location("s3://bucket/e\u{301}")
        #expect(composed.key == decomposed.key)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
    }

    @Test(arguments: [
        ("https://S3.example.com", "https://s3.example.com"),
        ("http://127.0.0.1:9200/", "http://127.0.0.1:9200"),
        ("https://host:443", "https://host"), ("http://host:80", "http://host"),
        ("http://host:443", "http://host:443"), ("http://[::1]:9000", "http://[::1]:9000"),
    ])
    func endpointIsParsed(_ text: String, _ expected: String) throws {
        #expect(try S3Endpoint(text).description == expected)
    }

    @Test(arguments: [
        "", "host", "ftp://host", "https://", "https://u:p@host", "https://host/path",
        "https://host?q", "https://host:0", "https://host:99999", "https://host:", "https://ho st",
    ])
    func endpointIsRejected(_ text: String) {
        let error = #expect(throws: S3Error.self) { try S3Endpoint(text) }
        #expect(error?.code == .endpoint)
    }
}
