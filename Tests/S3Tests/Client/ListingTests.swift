import TestSupport
import Testing

@testable import S3

@Suite(.timeLimit(.minutes(10))) struct ListingTests {
    private static func entry(_ key: String) -> String {
        "<Contents><Key>\(key)</Key><LastModified>2024-02-29T12:00:00.500Z</LastModified>"
            + "<ETag>&quot;e&quot;</ETag><Size>5</Size><StorageClass>STANDARD</StorageClass></Contents>"
    }

    private static func page(_ entries: String, next: String? = nil) -> LoopbackServer.Response {
        let end = next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? ""
        return .status(
            200,
            body: Array(
                ("<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>\(next != nil)"
                    + "</IsTruncated>\(end)\(entries)</ListBucketResult>").utf8))
    }

    @Test func pagesFollowOneAnother() throws {
        let bucket = try ScriptedBucket { request in
            request.target.contains("continuation-token=t%2B1")
                ? Self.page(Self.entry("c"))
                : Self.page(Self.entry("a+b%2B%0A") + Self.entry("b"), next: "t+1")
        }
        var listing = bucket.client.objects(prefix: "p/ü", after: "p/z", pageSize: 2)
        var objects: [ListedObject] = []
        while let object = try listing.next() { objects.append(object) }
        #expect(objects.map(\.key) == ["a b+\n", "b", "c"])
        #expect(
            objects[0]
                == ListedObject(
                    key: "a b+\n", size: 5, etag: "\"e\"", lastModified: 1_709_208_000.5,
                    storageClass: "STANDARD"))
        #expect(
            bucket.server.requests.map(\.target) == [
                "/bucket/?encoding-type=url&list-type=2&max-keys=2&prefix=p%2F%C3%BC"
                    + "&start-after=p%2Fz",
                "/bucket/?continuation-token=t%2B1&encoding-type=url&list-type=2&max-keys=2"
                    + "&prefix=p%2F%C3%BC",
            ])
    }

    /// The time of the first page, by the server's clock.
    @Test func listingHasTheTimeOfItsStart() throws {
        let calls = CallCounter()
        let bucket = try ScriptedBucket { _ in
            let number = calls.next()
            let page = Self.page(Self.entry("\(number)"), next: number == 1 ? "t" : nil)
            guard case .bytes(let bytes, _) = page else { return page }
            let date = "Date: Wed, 01 Jan 2025 00:00:0\(number) GMT\r\n"
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing("Content-Length", with: date + "Content-Length")
            return .bytes(Array(text.utf8), closes: false)
        }
        var listing = bucket.client.objects()
        #expect(listing.startTime == nil)
        while try listing.next() != nil {}
        #expect(listing.startTime == 1_735_689_601)
    }

    @Test func entriesOfOneLevelAreListed() throws {
        let bucket = try ScriptedBucket { request in
            request.target.contains("continuation-token")
                ? Self.page("<CommonPrefixes><Prefix>p/c/</Prefix></CommonPrefixes>")
                : Self.page(
                    Self.entry("p/b") + "<CommonPrefixes><Prefix>p/a%2B/</Prefix></CommonPrefixes>",
                    next: "t")
        }
        var listing = bucket.client.entries(prefix: "p/")
        var names: [String] = []
        while let entry = try listing.next() {
            switch entry {
            case .object(let object): names.append(object.key)
            case .prefix(let prefix): names.append(prefix)
            }
        }
        #expect(names == ["p/b", "p/a+/", "p/c/"])
        #expect(
            bucket.server.requests.allSatisfy {
                $0.target.contains("&delimiter=%2F&") || $0.target.contains("?delimiter=%2F&")
            })
    }

    @Test func repeatedPageIsRejected() throws {
        let bucket = try ScriptedBucket { _ in Self.page(Self.entry("a"), next: "t") }
        var listing = bucket.client.objects()
        #expect(try listing.next()?.key == "a")
        let error = #expect(throws: S3Error.self) { try listing.next() }
        #expect(error?.code == .endpoint)
    }

    @Test(arguments: [
        "<Contents></Contents>", "<Contents><Key>a</Key></Contents>",
        "<Contents><Key>%</Key><Size>1</Size><LastModified>2024-02-29T12:00:00Z</LastModified></Contents>",
        "<Contents><Key>a</Key><Size>-1</Size><LastModified>2024-02-29T12:00:00Z</LastModified></Contents>",
        "<Contents><Key>a</Key><Size>1</Size><LastModified>today</LastModified></Contents>",
    ])
    func invalidEntryIsRejected(_ entry: String) throws {
        var listing = try ScriptedBucket { _ in Self.page(entry) }.client.objects()
        let error = #expect(throws: S3Error.self) { try listing.next() }
        #expect(error?.code == .endpoint)
    }

    /// One page is in memory; the server has no end.
    @Test func listingFetchesPagesOnDemand() throws {
        let calls = CallCounter()
        let bucket = try ScriptedBucket { _ in
            Self.page(String(repeating: Self.entry("k"), count: 1000), next: "\(calls.next())")
        }
        var listing = bucket.client.objects()
        for _ in 0..<10_001 { _ = try listing.next() }
        #expect(bucket.server.requests.count == 11)
    }

    @Test func versionsAndMarkersAreListed() throws {
        let bucket = try ScriptedBucket { _ in
            .status(
                200,
                body: Array(
                    """
                    <ListVersionsResult><IsTruncated>false</IsTruncated>
                    <DeleteMarker><Key>a</Key><VersionId>2</VersionId><IsLatest>true</IsLatest>
                    <LastModified>2024-02-29T12:00:00Z</LastModified></DeleteMarker>
                    <Version><Key>a</Key><VersionId>1</VersionId><IsLatest>false</IsLatest><Size>7</Size>
                    <LastModified>2024-02-29T12:00:00Z</LastModified></Version></ListVersionsResult>
                    """.utf8))
        }
        var listing = bucket.client.versions(prefix: "a")
        let marker = ListedVersion(
            key: "a", version: "2", isLatest: true, isDeleteMarker: true, size: 0,
            lastModified: 1_709_208_000)
        let version = ListedVersion(
            key: "a", version: "1", isLatest: false, isDeleteMarker: false, size: 7,
            lastModified: 1_709_208_000)
        #expect(try listing.next() == marker)
        #expect(try listing.next() == version)
        #expect(try listing.next() == nil)
        #expect(bucket.server.requests.first?.target.contains("&versions=") == true)
    }

    @Test func uploadsAreListedPageByPage() throws {
        let bucket = try ScriptedBucket { request in
            let isSecond = request.target.contains("upload-id-marker=u1")
            return .status(
                200,
                body: Array(
                    """
                    <ListMultipartUploadsResult><IsTruncated>\(!isSecond)</IsTruncated>
                    <NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>u1</NextUploadIdMarker>
                    <Upload><Key>a</Key><UploadId>\(isSecond ? "u2" : "u1")</UploadId>
                    <Initiated>2024-02-29T12:00:00.000Z</Initiated></Upload></ListMultipartUploadsResult>
                    """.utf8))
        }
        var listing = bucket.client.uploads()
        #expect(
            try listing.next() == ListedUpload(key: "a", id: "u1", initiated: 1_709_208_000))
        #expect(try listing.next()?.id == "u2")
        #expect(try listing.next() == nil)
    }
}
