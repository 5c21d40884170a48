import Foundation
import TestSupport
import Testing

@testable import S3

@Suite struct BucketSettingsFileTests {
    @Test func everyKeyIsRead() throws {
        let file = try BucketSettingsFile(
            """
            [s3://packages/public]
            endpoint = https://objects.example:9000/
            region = eu-west-1
            addressing = virtual
            profile = video
            role = arn:aws:iam::123456789012:role/worker
            sse = kms
            kms-key = alias/video
            storage-class = STANDARD_IA
            acl = public-read
            tags = team=video, cost center=a=b
            expected-owner = 123456789012
            requester-pays = true
            conditional-writes = false
            allow-http = true
            """, file: "b")
        var expected = BucketConfiguration()
        expected.endpoint = try S3Endpoint("https://objects.example:9000")
        expected.region = "eu-west-1"
        expected.addressing = .virtualHosted
        expected.profile = "video"
        expected.role = "arn:aws:iam::123456789012:role/worker"
        expected.encryption = .kms(key: "alias/video")
        expected.storageClass = "STANDARD_IA"
        expected.acl = "public-read"
        expected.tags = ["team": "video", "cost center": "a=b"]
        expected.expectedOwner = "123456789012"
        expected.isRequesterPays = true
        expected.hasConditionalWrites = false
        expected.allowsHTTP = true
        #expect(file.configuration(of: "packages", key: "public/a") == expected)
    }

    /// The longest prefix counts, at slashes of the key; there is no inheritance.
    @Test(arguments: [
        ("b", "x", "bucket"), ("b", "media", "media"), ("b", "media/x", "media"),
        ("b", "mediax", "bucket"), ("b", "media/deep/x", "deep"), ("b", "media/deeper", "media"),
        ("b", "", "bucket"), ("other", "media/x", nil), ("B", "x", nil),
        ("b", "cafe\u{301}/x", "bucket"), ("b", "caf\u{e9}/x", "composed"),
    ])
    func longestPrefixApplies(bucket: String, key: String, region: String?) throws {
        let file = try BucketSettingsFile(
            """
            [s3://b]
            region = bucket
            acl = private
            [s3://b/media/deep/]
            region = deep
            [s3://b/media]
            region = media
            [s3://b/caf\u{e9}]
            region = composed
            """, file: "b")
        #expect(file.configuration(of: bucket, key: key).region == region)
        #expect(
            file.configuration(of: bucket, key: key).acl == (region == "bucket" ? "private" : nil))
    }

    @Test func everyMistakeIsReportedAtItsPosition() throws {
        let text = """
            early = 1
            [packages]
            region = a b
            [s3://b/x]
            adressing = path
            aws_secret_access_key = hidden
            addressing =  vitual
            acl = everyone
            acl = private
            endpoint = https://user:hidden@host
            kms-key = k
            sse = s3
            [s3://b/x/]
            tags = a=1, a=2
            storage-class = DEEP_ARCHIVE
            expected-owner = 12
            requester-pays = yes
            role = worker
            profile =
            endpoint = https://host.example
            region
              = x
            [s3://b/y]
            region = a
              continued
            """
        let error = try #require(throws: BucketSettingsError.self) {
            try BucketSettingsFile(text, file: "b.ini")
        }
        #expect(
            error.problems.map(\.position) == [
                "b.ini:1:1", "b.ini:2:2", "b.ini:3:10", "b.ini:5:1", "b.ini:6:1", "b.ini:7:15",
                "b.ini:8:7", "b.ini:9:1", "b.ini:10:12", "b.ini:11:1", "b.ini:13:2", "b.ini:14:8",
                "b.ini:15:17", "b.ini:16:18", "b.ini:17:18", "b.ini:18:8", "b.ini:19:1",
                "b.ini:20:1", "b.ini:21:1", "b.ini:24:1",
            ])
        #expect(!error.description.contains("hidden"))
        #expect(
            error.problems[3].description
                == "b.ini:5:1: there is no key `adressing`; did you mean `addressing`?")
        #expect(error.problems[5].advice == "did you mean `virtual`?")
        #expect(error.message.hasSuffix("; 19 more problems"))
    }

    @Test(arguments: [
        "http://127.0.0.1:9000", "http://localhost", "http://[::1]:8080", "https://host.example",
    ])
    func endpointWithoutTLSIsAllowedOnThisHost(endpoint: String) throws {
        let file = try BucketSettingsFile("[s3://b]\nendpoint = \(endpoint)", file: "b")
        #expect(file.configuration(of: "b", key: "").endpoint?.description == endpoint)
    }

    @Test(arguments: [
        "host", "ftp://host", "https://", "https://host/path", "https://host?x", "https://host#x",
        "http://127.0.0.1.example", "http://host.example", "http://localhost.example",
    ])
    func otherEndpointsAreRejected(endpoint: String) {
        #expect(throws: BucketSettingsError.self) {
            try BucketSettingsFile("[s3://b]\nendpoint = \(endpoint)", file: "b")
        }
    }

    @Test(arguments: [
        "a", "=b", "a=b,", "a=<b>", String(repeating: "k", count: 129) + "=v",
        (0...10).map { "k\($0)=v" }.joined(separator: ","),
    ])
    func otherTagsAreRejected(tags: String) {
        #expect(throws: BucketSettingsError.self) {
            try BucketSettingsFile("[s3://b]\ntags = \(tags)", file: "b")
        }
    }

    @Test(arguments: ["s3:/b", "s3://", "s3:///x", "s3://b c/x", "S3://b", "default"])
    func otherHeadersAreRejected(header: String) {
        #expect(throws: BucketSettingsError.self) {
            try BucketSettingsFile("[\(header)]", file: "b")
        }
    }

    @Test func problemsAreLimited() throws {
        let text = String(repeating: "mistake\n", count: 1000)
        let error = try #require(throws: BucketSettingsError.self) {
            try BucketSettingsFile(text, file: "b")
        }
        #expect(error.problems.count == 100)
    }

    @Test func pathPrevailsOverTheEnvironment() throws {
        let folder = try TemporaryFolder("buckets")
        for name in ["option", "variable"] {
            try "[s3://b]\nregion = \(name)".write(
                to: folder.file(name), atomically: true, encoding: .utf8)
        }
        let environment = ["VTRANSCODE_BUCKETS": folder.file("variable").path]
        func region(_ path: String?, _ environment: [String: String]) throws -> String? {
            try BucketSettingsFile.load(path, environment: environment)
                .configuration(of: "b", key: "").region
        }
        #expect(try region(folder.file("option").path, environment) == "option")
        #expect(try region(nil, environment) == "variable")
        #expect(try region(nil, [:]) == nil)
        #expect(try region(nil, ["VTRANSCODE_BUCKETS": ""]) == nil)
    }

    @Test func unreadableFileIsAnError() throws {
        let folder = try TemporaryFolder("buckets")
        try Data([0xff, 0xfe]).write(to: folder.file("binary"))
        try Data(repeating: 0x23, count: SectionFile.maximumSize + 1)
            .write(to: folder.file("large"))
        for (path, reason) in [
            (folder.file("absent").path, "no such file"),
            (folder.url.path, "not a regular file"), (folder.file("binary").path, "not UTF-8"),
            (folder.file("large").path, "more than 1048576 bytes"),
        ] {
            let error = try #require(throws: BucketSettingsError.self) {
                try BucketSettingsFile.load(path, environment: [:])
            }
            #expect(error.message == "\(path): \(reason)")
        }
    }
}
