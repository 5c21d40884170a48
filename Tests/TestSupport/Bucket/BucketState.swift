import Foundation

/// The objects of a bucket in memory, and the effects of requests on them.
struct BucketState {
    struct Version {
        /// The content; `nil` for a delete marker.
        var content: [UInt8]?
        var etag: String
        var id: String
        var time: Double
        var headers: [String: String]
    }

    struct Upload {
        var key: String
        var time: Double
        var headers: [String: String]
        var parts: [Int: [UInt8]] = [:]
    }

    let isVersioned: Bool
    let ignoresConditions: Bool
    let ignoresCompletionConditions: Bool
    /// 2025-01-01 00:00:00 UTC.
    var now = 1_735_689_600.0
    /// The versions of each key, the latest last.
    var keys: [String: [Version]] = [:]
    var uploads: [String: Upload] = [:]
    private var count = 0

    init(isVersioned: Bool, ignoresConditions: Bool, ignoresCompletionConditions: Bool) {
        self.isVersioned = isVersioned
        self.ignoresConditions = ignoresConditions
        self.ignoresCompletionConditions = ignoresCompletionConditions
    }

    func current(_ key: String) -> Version? {
        keys[key]?.last.flatMap { $0.content == nil ? nil : $0 }
    }

    private mutating func nextNumber() -> Int {
        count += 1
        return count
    }

    mutating func put(
        _ content: [UInt8]?, _ key: String, headers: [String: String], suffix: String = ""
    ) -> Version {
        let number = nextNumber()
        let version = Version(
            content: content, etag: "\"e\(number)\(suffix)\"", id: "v\(number)", time: now,
            headers: headers)
        keys[key] = (isVersioned ? keys[key] ?? [] : []) + [version]
        return version
    }

    mutating func beginUpload(_ key: String, headers: [String: String] = [:]) -> String {
        let id = "u\(nextNumber())"
        uploads[id] = Upload(key: key, time: now, headers: headers)
        return id
    }

    // MARK: Requests

    mutating func respond(to call: MemoryBucket.Call) -> LoopbackServer.Response {
        let query = call.query
        switch call.method {
        case "GET" where call.key.isEmpty:
            if query["versions"] != nil { return listVersions(query) }
            return query["uploads"] != nil ? listUploads(query) : listObjects(query)
        case "HEAD" where call.key.isEmpty: return .status(200)
        case "GET", "HEAD": return read(call)
        case "PUT" where query["uploadId"] != nil: return putPart(call)
        case "PUT":
            if let refusal = refusal(call, isIgnored: ignoresConditions) { return refusal }
            let version = put(call.request.body, call.key, headers: Self.headers(call.request))
            return .status(200, ["ETag": version.etag])
        case "POST" where query["uploads"] != nil:
            let id = beginUpload(call.key, headers: Self.headers(call.request))
            return Self.xml(
                "<InitiateMultipartUploadResult><UploadId>\(id)</UploadId></InitiateMultipartUploadResult>"
            )
        case "POST": return complete(call)
        case "DELETE" where query["uploadId"] != nil:
            return .status(uploads.removeValue(forKey: query["uploadId"] ?? "") == nil ? 404 : 204)
        case "DELETE": return delete(call)
        default: return .status(405)
        }
    }

    private static func headers(_ request: LoopbackServer.Request) -> [String: String] {
        var headers: [String: String] = [:]
        for name in ["Content-Type", "Cache-Control", "Content-Disposition"] {
            headers[name] = request[name]
        }
        return headers
    }

    /// The response to a write whose condition does not hold.
    private func refusal(
        _ call: MemoryBucket.Call, isIgnored: Bool
    ) -> LoopbackServer.Response? {
        guard !isIgnored else { return nil }
        let object = current(call.key)
        if call.request["If-None-Match"] != nil, object != nil { return .status(412) }
        guard let etag = call.request["If-Match"] else { return nil }
        guard let object else { return Self.noSuchKey }
        return object.etag == etag ? nil : .status(412)
    }

    private static let noSuchKey = LoopbackServer.Response.status(
        404, body: Array("<Error><Code>NoSuchKey</Code></Error>".utf8))

    private func read(_ call: MemoryBucket.Call) -> LoopbackServer.Response {
        guard let object = current(call.key), let content = object.content else {
            return Self.noSuchKey
        }
        if let etag = call.request["If-Match"], etag != object.etag { return .status(412) }
        var headers = object.headers
        headers["ETag"] = object.etag
        headers["Last-Modified"] = Self.httpDate(object.time)
        if isVersioned { headers["x-amz-version-id"] = object.id }
        if call.method == "HEAD" { return .status(200, headers, length: content.count) }
        let bounds = (call.request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-")
            .compactMap { Int($0) }
        guard bounds.count == 2, bounds[0] < content.count else {
            return .status(200, headers, body: content)
        }
        let part = Array(content[bounds[0]...min(bounds[1], content.count - 1)])
        headers["Content-Range"] =
            "bytes \(bounds[0])-\(bounds[0] + part.count - 1)/\(content.count)"
        return .status(206, headers, body: part)
    }

    private mutating func delete(_ call: MemoryBucket.Call) -> LoopbackServer.Response {
        if let id = call.query["versionId"] {
            keys[call.key]?.removeAll { $0.id == id }
            if keys[call.key]?.isEmpty ?? false { keys[call.key] = nil }
        } else if isVersioned {
            _ = put(nil, call.key, headers: [:])
        } else {
            keys[call.key] = nil
        }
        return .status(204)
    }

    private mutating func putPart(_ call: MemoryBucket.Call) -> LoopbackServer.Response {
        guard let id = call.query["uploadId"], uploads[id] != nil,
            let number = call.query["partNumber"].flatMap({ Int($0) })
        else { return .status(404) }
        uploads[id]?.parts[number] = call.request.body
        return .status(200, ["ETag": "\"p\(number)\""])
    }

    private mutating func complete(_ call: MemoryBucket.Call) -> LoopbackServer.Response {
        guard let id = call.query["uploadId"], let upload = uploads[id] else { return .status(404) }
        if let refusal = refusal(
            call, isIgnored: ignoresConditions || ignoresCompletionConditions)
        {
            return refusal
        }
        uploads[id] = nil
        let content = upload.parts.sorted { $0.key < $1.key }.flatMap(\.value)
        _ = put(content, upload.key, headers: upload.headers, suffix: "-\(upload.parts.count)")
        return Self.xml("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
    }
}

// MARK: Listings

extension BucketState {
    private func listObjects(_ query: [String: String]) -> LoopbackServer.Response {
        let prefix = query["prefix"] ?? ""
        let start = query["continuation-token"] ?? query["start-after"] ?? ""
        let limit = query["max-keys"].flatMap { Int($0) } ?? 1000
        let found = keys.keys.filter {
            $0.hasPrefix(prefix) && Self.isLess(start, $0) && current($0) != nil
        }.sorted(by: Self.isLess)
        var (entries, prefixes, last): ([String], [String], String) = ([], [], "")
        var isTruncated = false
        for key in found {
            let rest = key.dropFirst(prefix.count)
            if query["delimiter"] != nil, let slash = rest.firstIndex(of: "/") {
                let folder = prefix + rest[...slash]
                // A token is the last entry of its page.
                if folder == prefixes.last || folder == start { continue }
                guard entries.count + prefixes.count < limit else {
                    isTruncated = true
                    break
                }
                prefixes.append(folder)
                last = folder
                continue
            }
            guard entries.count + prefixes.count < limit else {
                isTruncated = true
                break
            }
            last = key
            entries.append(key)
        }
        let contents = entries.compactMap { key -> String? in
            guard let object = current(key) else { return nil }
            return
                "<Contents><Key>\(Self.encode(key))</Key><LastModified>\(Self.isoDate(object.time))"
                + "</LastModified><ETag>\(object.etag)</ETag><Size>\(object.content?.count ?? 0)</Size></Contents>"
        }
        let folders = prefixes.map {
            "<CommonPrefixes><Prefix>\(Self.encode($0))</Prefix></CommonPrefixes>"
        }
        let end =
            isTruncated ? "<NextContinuationToken>\(Self.encode(last))</NextContinuationToken>" : ""
        return list("ListBucketResult", isTruncated, end, contents + folders)
    }

    private func listVersions(_ query: [String: String]) -> LoopbackServer.Response {
        let prefix = query["prefix"] ?? ""
        let found = keys.keys.filter { $0.hasPrefix(prefix) }.sorted(by: Self.isLess)
        let entries = found.flatMap { key in
            (keys[key] ?? []).reversed().enumerated().map { index, version in
                let name = version.content == nil ? "DeleteMarker" : "Version"
                let size = version.content.map { "<Size>\($0.count)</Size>" } ?? ""
                return "<\(name)><Key>\(Self.encode(key))</Key><VersionId>\(version.id)</VersionId>"
                    + "<IsLatest>\(index == 0)</IsLatest>\(size)"
                    + "<LastModified>\(Self.isoDate(version.time))</LastModified></\(name)>"
            }
        }
        return list("ListVersionsResult", false, "", entries)
    }

    private func listUploads(_ query: [String: String]) -> LoopbackServer.Response {
        let found = uploads.filter { $0.value.key.hasPrefix(query["prefix"] ?? "") }
        let entries = found.map { id, upload in
            "<Upload><Key>\(Self.encode(upload.key))</Key><UploadId>\(id)</UploadId>"
                + "<Initiated>\(Self.isoDate(upload.time))</Initiated></Upload>"
        }
        return list("ListMultipartUploadsResult", false, "", entries)
    }

    private func list(
        _ name: String, _ isTruncated: Bool, _ end: String, _ entries: [String]
    ) -> LoopbackServer.Response {
        Self.xml(
            "<\(name)><EncodingType>url</EncodingType><IsTruncated>\(isTruncated)</IsTruncated>\(end)"
                + entries.joined() + "</\(name)>", ["Date": Self.httpDate(now)])
    }

    private static func xml(
        _ text: String, _ headers: [String: String] = [:]
    ) -> LoopbackServer.Response {
        .status(
            200, headers.merging(["Content-Type": "application/xml"]) { $1 },
            body: Array(text.utf8))
    }

    private static func isLess(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    private static func encode(_ key: String) -> String {
        key.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.union(["/", ".", "-", "_"]))
            ?? ""
    }

    private static func isoDate(_ time: Double) -> String {
        Date(timeIntervalSince1970: time).formatted(.iso8601)
    }

    private static func httpDate(_ time: Double) -> String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        // 2025-01-01T00:00:00Z
        let text = isoDate(time)
        let parts = text.split { "-T:Z".contains($0) }.map { Int($0) ?? 0 }
        let day = days[Int(time / 86400) % 7]
        let clock = text.dropFirst(11).dropLast()
        return
            "\(day), \(text.dropFirst(8).prefix(2)) \(months[parts[1] - 1]) \(parts[0]) \(clock) GMT"
    }
}
