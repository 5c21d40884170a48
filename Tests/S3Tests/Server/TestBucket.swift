import Crypto
import Foundation
import MediaUnits
import TestSupport
import Testing
import Transport

@testable import S3

/// A new bucket on the server of the tests, which `Scripts/support/radosgw` starts.
struct TestBucket {
    static let isExpected = ObjectServer.isExpected
    static let reason = Comment(rawValue: ObjectServer.reason)

    let name: String
    let client: S3Client
    let http = HTTPClient(userAgent: "vtranscode tests")

    init(settings: BucketSettings = BucketSettings()) throws {
        let url = try #require(ObjectServer.url, "VT_TEST_S3 is not set")
        name = ObjectServer.newBucket()
        var settings = settings
        settings.endpoint = try S3Endpoint(url)
        client = S3Client(
            bucket: name, settings: settings, credentials: FixedCredentials(try Self.credentials()),
            http: http)
        _ = try client.send(S3Request(method: "PUT", action: "s3:CreateBucket"))
    }

    static func credentials(secret: String? = nil) throws -> Credentials {
        Credentials(
            accessKey: try #require(ObjectServer.accessKey),
            secretKey: try secret ?? #require(ObjectServer.secretKey))
    }

    /// Another client of the bucket, with connections of its own.
    func client(
        secret: String? = nil, http: HTTPClient = HTTPClient(userAgent: "vtranscode tests")
    ) throws -> S3Client {
        S3Client(
            bucket: name, settings: client.settings,
            credentials: FixedCredentials(try Self.credentials(secret: secret)), http: http)
    }

    func enableVersions() throws {
        let text = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        var request = S3Request(method: "PUT", action: "s3:PutBucketVersioning")
        request.query = [("versioning", "")]
        request.body = .bytes(Array(text.utf8))
        request.payloadHash = SHA256.hash(data: Data(text.utf8)).hexadecimal
        _ = try client.send(request)
    }

    /// Writes an object.
    func put(_ content: [UInt8], _ key: String) throws -> ObjectInfo {
        guard case .written(let info) = try client.put(.bytes(content), to: key) else {
            throw S3Error(.request, key, "not written", advice: "")
        }
        return info
    }

    /// Reads all of an object.
    func content(_ key: String) throws -> [UInt8] {
        let info = try #require(try client.head(key))
        var content: [UInt8] = []
        try client.read(key, range: 0..<info.size, pin: .etag(info.etag ?? "")) {
            content += $0
            return true
        }
        return content
    }
}

extension S3Listing {
    /// All elements.
    func all() throws -> [Element] {
        var listing = self
        var elements: [Element] = []
        while let element = try listing.next() { elements.append(element) }
        return elements
    }
}
