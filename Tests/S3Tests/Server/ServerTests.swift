import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@testable import S3

/// Requests to a real server, Ceph radosgw.
@Suite(.enabled(if: TestBucket.isExpected, TestBucket.reason), .timeLimit(.minutes(10)))
struct ServerTests {
    @Test func oneOfManyConditionalWritesWins() throws {
        let bucket = try TestBucket()
        let outcomes = Mutex<[Result<WriteOutcome, S3Error>]>([])
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "writers", attributes: .concurrent)
        let clients = try (0..<64).map { _ in try bucket.client() }
        for (number, client) in clients.enumerated() {
            queue.async(group: group) {
                let result = Result { () throws(S3Error) in
                    try client.put(
                        .bytes(Array("writer \(number)".utf8)), to: "name", condition: .ifAbsent)
                }
                outcomes.withLock { $0.append(result) }
            }
        }
        group.wait()
        let results = try outcomes.withLock(\.self).map { try $0.get() }
        #expect(results.count == 64)
        #expect(results.filter { $0 != .conditionFailed }.count == 1)
    }

    @Test func ifMatchReplacesOnlyThatContent() throws {
        let bucket = try TestBucket()
        let first = try bucket.put([1], "k")
        let etag = try #require(first.etag)
        let put = { try bucket.client.put(.bytes($0), to: "k", condition: .ifMatch(etag)) }
        #expect(try put([2, 3]) != .conditionFailed)
        #expect(try put([4]) == .conditionFailed)
        #expect(try bucket.content("k") == [2, 3])
    }

    /// All printable characters of ASCII, others, and segments that URLs would remove.
    @Test func keysHaveEveryPrintableCharacter() throws {
        let bucket = try TestBucket()
        let ascii = String(decoding: (0x20...0x7e) as ClosedRange<UInt8>, as: UTF8.self)
        let keys = [
            ascii, "a//b", "a/../b", "../c", "./d", "e/.", "f/..", "/g", "//h", "i/", "%2F%20+",
            "é \u{e9} e\u{301} 😀 中文", "j?k#l&m=n", " ", "~",
        ]
        for key in keys { _ = try bucket.put(Array(key.utf8), key) }
        for key in keys { #expect(try bucket.content(key) == Array(key.utf8), "\(key)") }
        let listed = try bucket.client.objects().all().map { Array($0.key.utf8) }
        #expect(listed.sorted { $0.lexicographicallyPrecedes($1) } == listed)
        #expect(Set(listed) == Set(keys.map { Array($0.utf8) }))
        for key in keys {
            #expect(try bucket.client.objects(prefix: key).all().contains { $0.key == key })
            try bucket.client.delete(key)
        }
        #expect(try bucket.client.objects().all().isEmpty)
    }

    @Test func rangesAreReadOverOneClient() throws {
        let bucket = try TestBucket()
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 4) }
        let info = try bucket.put(content, "k")
        for range in [0..<1, 299_999..<300_000, 1000..<200_000, 0..<300_000] as [Range<Int64>] {
            var read: [UInt8] = []
            try bucket.client.read("k", range: range, pin: .etag(info.etag ?? "")) {
                read += $0
                return true
            }
            #expect(read == Array(content[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
        _ = try bucket.put([1], "k")
        let error = #expect(throws: S3Error.self) {
            try bucket.client.read("k", range: 0..<10, pin: .etag(info.etag ?? "")) { _ in true }
        }
        #expect(error?.code == .changed)
        try bucket.client.delete("k")
        let deleted = #expect(throws: S3Error.self) {
            try bucket.client.read("k", range: 0..<10, pin: .etag(info.etag ?? "")) { _ in true }
        }
        #expect([.noSuchKey, .changed].contains(deleted?.code))
    }

    @Test func emptyObjectIsWrittenAndRead() throws {
        let bucket = try TestBucket()
        #expect(try bucket.put([], "empty").size == 0)
        #expect(try bucket.content("empty") == [])
    }

    @Test func largeFileIsWrittenInParts() throws {
        let bucket = try TestBucket()
        let folder = try TemporaryFolder("multipart")
        let file = folder.url.appending(path: "file")
        let content = (0..<12_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 9) }
        try Data(content).write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        var client = bucket.client
        client.multipartThreshold = 6 << 20
        client.partSize = 5 << 20
        let body = HTTPBody.file(descriptor: handle.fileDescriptor, range: 0..<12_000_000)
        let outcome = try client.put(
            body, to: "large", headers: ObjectHeaders(contentType: "video/mp4"))
        guard case .written(let info) = outcome else {
            Issue.record("not written")
            return
        }
        #expect(info.size == 12_000_000)
        #expect(info.etag?.hasSuffix("-3\"") == true)
        #expect(try client.isContent(of: "large", equalTo: body))
        #expect(try !client.isContent(of: "large", equalTo: .bytes([1])))
        #expect(try client.uploads().all().isEmpty)
    }

    @Test func unfinishedUploadsAreListedAndRemoved() throws {
        let bucket = try TestBucket()
        var request = S3Request(method: "POST", key: "p/k", action: "s3:PutObject")
        request.query = [("uploads", "")]
        _ = try bucket.client.send(request)
        let uploads = try bucket.client.uploads(prefix: "p/").all()
        #expect(uploads.map(\.key) == ["p/k"])
        #expect(abs(uploads[0].initiated - Date().timeIntervalSince1970) < 600)
        try bucket.client.abortUpload(uploads[0].id, of: "p/k")
        #expect(try bucket.client.uploads().all().isEmpty)
    }

    @Test func listingHasMoreThanOnePage() throws {
        let bucket = try TestBucket()
        let keys = (0..<1100).map { "p/" + String(100_000 + $0) }
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for key in keys[(worker * 275)..<(worker + 1) * 275] {
                var request = S3Request(method: "PUT", key: key, action: "s3:PutObject")
                request.accepted = []
                #expect(throws: Never.self) { try bucket.client.send(request) }
            }
        }
        #expect(try bucket.client.objects(prefix: "p/").all().map(\.key) == keys)
        let some = try bucket.client.objects(prefix: "p/", after: keys[600], pageSize: 7).all()
        #expect(some.map(\.key) == Array(keys[601...]))
        #expect(try bucket.client.objects(prefix: "q/").all().isEmpty)
    }

    @Test func versionsAreListedReadAndRemoved() throws {
        let bucket = try TestBucket()
        try bucket.enableVersions()
        let first = try bucket.put([1], "k")
        let second = try bucket.put([2, 3], "k")
        let version = try #require(first.version)
        #expect(first.version != second.version)
        var read: [UInt8] = []
        try bucket.client.read("k", range: 0..<1, pin: .version(version)) {
            read += $0
            return true
        }
        #expect(read == [1])
        try bucket.client.delete("k")
        #expect(try bucket.client.head("k") == nil)
        let versions = try bucket.client.versions().all()
        #expect(versions.count == 3)
        #expect(versions.filter(\.isDeleteMarker).count == 1)
        for version in versions { try bucket.client.delete(version.key, version: version.version) }
        #expect(try bucket.client.versions().all().isEmpty)
    }

    @Test func presignedURLIsReadByAnyone() throws {
        let bucket = try TestBucket()
        let key = "a b/é+%/'~"
        _ = try bucket.put([1, 2, 3], key)
        let get = { (url: String) in
            try bucket.http.send(HTTPRequest("GET", url, allowsPrivate: true))
        }
        let url = try bucket.client.presignedURL(
            key, expiry: 60, responseHeaders: ["response-content-type": "video/mp4"])
        let response = try get(url)
        #expect(response.body == [1, 2, 3])
        #expect(response.head["Content-Type"] == "video/mp4")
        // A forged signature, another key, and a signature of ten minutes ago.
        let last = url.hasSuffix("0") ? "1" : "0"
        #expect(try get(url.dropLast() + last).head.status == 403)
        let forged = try bucket.client(secret: "wrong").presignedURL(key, expiry: 60)
        #expect(try get(forged).head.status == 403)
        var past = bucket.client
        past.environment.now = { Date().timeIntervalSince1970 - 600 }
        #expect(try get(past.presignedURL(key, expiry: 60)).head.status == 403)
    }

    @Test func errorsOfTheServerAreClassified() throws {
        let bucket = try TestBucket()
        let forged = try bucket.client(secret: "wrong")
        let error = #expect(throws: S3Error.self) { try forged.head("k") }
        // radosgw distinguishes neither a wrong secret nor an unknown access key from a missing permission.
        #expect(error?.code == .accessDenied)
        let missing = S3Client(
            bucket: bucket.name + "-missing", settings: bucket.client.settings,
            credentials: FixedCredentials(try TestBucket.credentials()), http: bucket.http)
        #expect(throws: S3Error.self) { try missing.head("k") }
        let write = #expect(throws: S3Error.self) { try missing.put(.bytes([1]), to: "k") }
        #expect(write?.code == .noSuchBucket)
        #expect(try bucket.client.head("k") == nil)
        var late = bucket.client
        late.environment.now = { Date().timeIntervalSince1970 - 3600 }
        let skew = #expect(throws: S3Error.self) { try late.put(.bytes([1]), to: "k") }
        #expect(skew?.code == .clockSkew)
        #expect(skew?.message.contains("s behind the server's") == true)
    }
}
