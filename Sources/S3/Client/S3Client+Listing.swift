internal import Foundation
internal import Transport

extension S3Client {
    /// The objects whose keys begin with a prefix, in the order of their keys' bytes.
    ///
    /// - Parameters:
    ///   - prefix: The prefix; empty for all objects.
    ///   - start: The key after which the listing begins; `nil` for the first.
    ///   - pageSize: The number of keys of a page, 1,000 at most.
    /// - Returns: The listing, whose pages are requested as they are needed.
    package func objects(
        prefix: String = "", after start: String? = nil, pageSize: Int = 1000
    ) -> S3Listing<ListedObject> {
        S3Listing(subject: subject(prefix)) { (position) throws(S3Error) in
            var query = position
            query["list-type"] = "2"
            if position.isEmpty, let start { query["start-after"] = start }
            let page = try self.page(query, prefix, pageSize, "max-keys", "s3:ListBucket")
            return .init(
                elements: try page.root.all("Contents").map(page.object),
                next: try page.nextOfObjects(), time: page.time)
        }
    }

    /// The objects whose keys begin with a prefix and have no slash behind it, and the beginnings of the others up to that slash.
    ///
    /// Within each page of the listing, objects come first.
    package func entries(prefix: String = "", pageSize: Int = 1000) -> S3Listing<ListedEntry> {
        S3Listing(subject: subject(prefix)) { (position) throws(S3Error) in
            var query = position
            query["list-type"] = "2"
            query["delimiter"] = "/"
            let page = try self.page(query, prefix, pageSize, "max-keys", "s3:ListBucket")
            let objects = try page.root.all("Contents").map { (entry) throws(S3Error) in
                ListedEntry.object(try page.object(entry))
            }
            let prefixes = try page.root.all("CommonPrefixes").map { (entry) throws(S3Error) in
                ListedEntry.prefix(try page.decode(entry["Prefix"]))
            }
            return .init(elements: objects + prefixes, next: try page.nextOfObjects())
        }
    }

    /// The versions and delete markers of the objects whose keys begin with a prefix.
    package func versions(prefix: String = "") -> S3Listing<ListedVersion> {
        S3Listing(subject: subject(prefix)) { (position) throws(S3Error) in
            var query = position
            query["versions"] = ""
            let page = try self.page(query, prefix, 1000, "max-keys", "s3:ListBucketVersions")
            let entries = page.root.children.filter {
                $0.name == "Version" || $0.name == "DeleteMarker"
            }
            return .init(
                elements: try entries.map { (entry) throws(S3Error) in
                    let isMarker = entry.name == "DeleteMarker"
                    return ListedVersion(
                        key: try page.decode(entry["Key"]),
                        version: try page.required(entry["VersionId"]),
                        isLatest: entry["IsLatest"] == "true", isDeleteMarker: isMarker,
                        size: isMarker ? 0 : try page.size(entry["Size"]),
                        lastModified: try page.time(entry["LastModified"]))
                },
                next: page.isTruncated
                    ? [
                        "key-marker": try page.decode(page.root["NextKeyMarker"]),
                        "version-id-marker": try page.text("NextVersionIdMarker"),
                    ] : nil)
        }
    }

    /// The unfinished multipart uploads of the objects whose keys begin with a prefix.
    package func uploads(prefix: String = "") -> S3Listing<ListedUpload> {
        S3Listing(subject: subject(prefix)) { (position) throws(S3Error) in
            var query = position
            query["uploads"] = ""
            let page = try self.page(
                query, prefix, 1000, "max-uploads", "s3:ListBucketMultipartUploads")
            return .init(
                elements: try page.root.all("Upload").map { (entry) throws(S3Error) in
                    ListedUpload(
                        key: try page.decode(entry["Key"]),
                        id: try page.required(entry["UploadId"]),
                        initiated: try page.time(entry["Initiated"]))
                },
                next: page.isTruncated
                    ? [
                        "key-marker": try page.decode(page.root["NextKeyMarker"]),
                        "upload-id-marker": try page.text("NextUploadIdMarker"),
                    ] : nil)
        }
    }

    private func page(
        _ position: [String: String], _ prefix: String, _ size: Int, _ sizeName: String,
        _ action: String
    ) throws(S3Error) -> ListingPage {
        var query = position
        // XML has no form of most control characters, which keys may have.
        query["encoding-type"] = "url"
        query[sizeName] = String(min(max(size, 1), 1000))
        if !prefix.isEmpty { query["prefix"] = prefix }
        var request = S3Request(method: "GET", action: action)
        request.query = query.map { (name: $0.key, value: $0.value) }
        let response = try send(request).http
        guard response.isComplete, let root = ResponseReader.parse(response.body),
            root.name.hasPrefix("List")
        else {
            throw ListingPage.error(subject(prefix))
        }
        return ListingPage(
            root: root, subject: subject(prefix),
            time: response.head["Date"].flatMap { HTTPDate($0)?.seconds })
    }
}

/// The root element of a page, and the readers of its fields.
private struct ListingPage {
    let root: ResponseElement
    let subject: String
    /// The time of the response by the server's clock, in seconds since 1970.
    let time: Double?

    var isTruncated: Bool { root["IsTruncated"] == "true" }

    /// The key in a field, which servers encode if they say so.
    func decode(_ text: String?) throws(S3Error) -> String {
        let text = try required(text)
        guard root["EncodingType"] == "url" else { return text }
        guard let key = PercentEncoding.decode(text) else { throw Self.error(subject) }
        return key
    }

    func text(_ name: String) throws(S3Error) -> String { try required(root[name]) }

    func object(_ entry: ResponseElement) throws(S3Error) -> ListedObject {
        ListedObject(
            key: try decode(entry["Key"]), size: try size(entry["Size"]),
            etag: entry["ETag"].flatMap { $0.isEmpty ? nil : $0 },
            lastModified: try time(entry["LastModified"]), storageClass: entry["StorageClass"])
    }

    /// The query of the next page of objects; `nil` at the end.
    func nextOfObjects() throws(S3Error) -> [String: String]? {
        isTruncated ? ["continuation-token": try text("NextContinuationToken")] : nil
    }

    func required(_ text: String?) throws(S3Error) -> String {
        guard let text else { throw Self.error(subject) }
        return text
    }

    func size(_ text: String?) throws(S3Error) -> Int64 {
        guard let size = text.flatMap({ Int64($0) }), size >= 0 else {
            throw Self.error(subject)
        }
        return size
    }

    /// The time in a field, `2009-10-12T17:50:30.000Z`, in seconds since 1970.
    func time(_ text: String?) throws(S3Error) -> Double {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let text,
            let date = (try? Date(text, strategy: style))
                ?? (try? Date(text, strategy: .iso8601))
        else { throw Self.error(subject) }
        return date.timeIntervalSince1970
    }

    static func error(_ subject: String) -> S3Error {
        S3Error(
            .endpoint, subject, "the response is not a listing that S3 specifies",
            advice: "check the endpoint")
    }
}
