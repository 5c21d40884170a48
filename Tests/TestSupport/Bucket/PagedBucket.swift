import Foundation

/// A bucket with any number of keys behind HTTP on loopback, which makes each page of a listing when it is requested.
///
/// It checks no signatures. A numbered key has one byte and is new; other objects are of 2025. Requests but listings and reads are refused.
public final class PagedBucket: Sendable {
    private let server: LoopbackServer

    public var url: String { server.url }
    /// The number of listings of the numbered keys that have ended.
    public var endedListings: Int {
        server.requests.count { $0.target.contains("continuation-token=\(last)&") }
    }
    private let last: Int

    /// Creates a bucket.
    ///
    /// - Parameters:
    ///   - count: The number of numbered keys; a multiple of 1,000, and 2,000 at least.
    ///   - folder: The beginning of the numbered keys, with a slash at its end.
    ///   - objects: The contents of other objects by their keys.
    ///   - suffix: Returns the end of a numbered key.
    /// - Throws: If no port is free.
    public init(
        count: Int, folder: String, objects: [String: String] = [:],
        suffix: @escaping @Sendable (Int) -> String
    ) throws {
        precondition(count.isMultiple(of: 1000) && count >= 2000)
        last = count - 1000
        let pages = Pages(count: count, folder: folder, objects: objects, suffix: suffix)
        server = try LoopbackServer { pages.response(to: $0) }
    }
}

/// The responses of a bucket with numbered keys.
private struct Pages: Sendable {
    let count: Int
    let folder: String
    let objects: [String: String]
    let suffix: @Sendable (Int) -> String

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let url = URLComponents(string: request.target)
        let key = (url?.path ?? "").dropFirst("/bucket/".count)
        guard ["GET", "HEAD"].contains(request.method) else { return .status(405) }
        guard key.isEmpty else { return read(String(key), request) }
        guard request.method == "GET" else { return .status(200) }
        var query: [String: String] = [:]
        for item in url?.queryItems ?? [] { query[item.name] = item.value ?? "" }
        if query["uploads"] != nil { return uploads(query) }
        guard folder.hasPrefix(query["prefix"] ?? "") else { return others(query) }
        let start = query["continuation-token"].flatMap { Int($0) } ?? 0
        let keys = (start..<min(count, start + 1000)).map {
            "<Contents><Key>\(name($0))</Key><LastModified>\(Self.now)</LastModified>\(Self.properties)</Contents>"
        }
        return list("ListBucketResult", keys, next: "NextContinuationToken", start)
    }

    private static let now = Date.now.formatted(.iso8601)
    private static let properties = "<ETag>&quot;e&quot;</ETag><Size>1</Size>"

    private func name(_ number: Int) -> String {
        folder + String(String(10_000_000 + number).dropFirst()) + suffix(number)
    }

    private func read(
        _ key: String, _ request: LoopbackServer.Request
    ) -> LoopbackServer.Response {
        guard key.hasPrefix(folder) || objects[key] != nil,
            !key.hasSuffix(".json") || objects[key] != nil
        else {
            return .status(404, body: Array("<Error><Code>NoSuchKey</Code></Error>".utf8))
        }
        let body = Array((objects[key] ?? "x").utf8)
        let headers = ["ETag": "\"e\"", "Last-Modified": "Wed, 01 Jan 2025 00:00:00 GMT"]
        guard request.method == "GET" else { return .status(200, headers, length: body.count) }
        return .status(
            206,
            headers.merging(["Content-Range": "bytes 0-\(body.count - 1)/\(body.count)"]) { $1 },
            body: body)
    }

    private func uploads(_ query: [String: String]) -> LoopbackServer.Response {
        let start = query["upload-id-marker"].flatMap { Int($0) } ?? 0
        let found = (start..<min(count, start + 1000)).map {
            "<Upload><Key>\(name($0))</Key><UploadId>\($0)</UploadId><Initiated>\(Self.now)</Initiated></Upload>"
        }
        return list("ListMultipartUploadsResult", found, next: "NextUploadIdMarker", start)
    }

    private func others(_ query: [String: String]) -> LoopbackServer.Response {
        let found = objects.keys.filter { $0.hasPrefix(query["prefix"] ?? "") }.sorted().map {
            "<Contents><Key>\($0)</Key><LastModified>2025-01-01T00:00:00Z</LastModified>\(Self.properties)</Contents>"
        }
        return list("ListBucketResult", found, next: "NextContinuationToken", count)
    }

    private func list(
        _ name: String, _ entries: [String], next: String, _ start: Int
    ) -> LoopbackServer.Response {
        let isTruncated = start + 1000 < count
        let marker =
            isTruncated
            ? "<\(next)>\(start + 1000)</\(next)><NextKeyMarker>\(self.name(start + 999))</NextKeyMarker>"
            : ""
        let text =
            "<\(name)><EncodingType>url</EncodingType><IsTruncated>\(isTruncated)</IsTruncated>"
            + marker + entries.joined() + "</\(name)>"
        return .status(200, ["Content-Type": "application/xml"], body: Array(text.utf8))
    }
}
