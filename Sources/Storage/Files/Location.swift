internal import Errors
package import S3
public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The address of an upload, a package or an output: a path, an object or prefix of a bucket, or a URL of a web server.
public struct Location: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file(FilePath)
        /// An object, or the prefix of objects.
        case object(S3Location)
        case web(WebLocation)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// Creates the location of a path.
    public init(_ path: FilePath) { kind = .file(path) }

    /// Creates a location from text of users, clients or stored records: `s3://BUCKET/KEY`, `https://…`, `http://…`, or a path.
    ///
    /// A text like `s4://…` or `s3:/…` is a mistyped URL, and no path: its package would be published in a local folder.
    ///
    /// - Throws: Kind `.notAPath` for an empty text or one with a zero byte; `.invalidURL` for an invalid URL.
    package init(checking text: String) throws(StorageError) {
        if text.hasPrefix("s3://") {
            do {
                kind = .object(try S3Location(text))
            } catch {
                throw StorageError(
                    "check URL", named: text, EINVAL, kind: .invalidURL(error.message))
            }
        } else if text.hasPrefix("https://") || text.hasPrefix("http://") {
            kind = .web(try WebLocation(text))
        } else if let scheme = Self.scheme(of: text) {
            throw StorageError(
                "check URL", named: text, EINVAL,
                kind: .invalidURL(
                    "URLs begin with s3://, https:// or http://, not with \(scheme):/; write ./ before the name of a file"
                ))
        } else {
            kind = .file(try FilePath(checking: text))
        }
    }

    /// Creates a location for a message about text that need not be one.
    public init(forMessage text: String) {
        self = (try? Location(checking: text)) ?? Location(FilePath(forMessage: text))
    }

    /// The path of a file system; `nil` for URLs.
    public var path: FilePath? {
        if case .file(let path) = kind { path } else { nil }
    }

    /// The text that `init(checking:)` reads, with the query of a URL, which may be a secret.
    package var text: String {
        switch kind {
        case .file(let path): path.string
        case .object(let object): object.description
        case .web(let url): url.text
        }
    }

    /// The part after the last slash; empty if there is none.
    public var fileName: String {
        switch kind {
        case .file(let path): path.lastComponent?.string ?? ""
        case .object(let object): Self.fileName(of: object.key)
        case .web(let url): url.fileName
        }
    }

    /// The file name without its last extension.
    package var stem: String { FilePath.Component(checking: fileName)?.base ?? fileName }

    /// Returns the location of an entry of this folder or prefix.
    package func appending(_ name: String) -> Location {
        switch kind {
        case .file(let path): Location(path.appending(FilePath(forMessage: name).components))
        case .object(let object): Location(.object(object.entry(name)))
        case .web(let url): Location(.web(url))
        }
    }

    /// Returns the location of another entry of the folder or prefix that has this one.
    ///
    /// - Parameter name: One path component; empty for the folder or prefix itself.
    /// - Returns: `nil` for web servers, whose URLs have no folders.
    package func sibling(_ name: String) -> Location? {
        switch kind {
        case .file(let path):
            Location(path.removingLastComponent().appending(FilePath(forMessage: name).components))
        case .object(let object):
            (try? S3Location(bucket: object.bucket, key: Self.folder(of: object.key) + name))
                .map { Location(.object($0)) }
        case .web: nil
        }
    }

    /// Whether a part of the key below a prefix begins with a dot.
    package func isHidden(below prefix: Location) -> Bool {
        guard case .object(let object) = kind, case .object(let prefix) = prefix.kind else {
            return false
        }
        let rest = object.key.utf8.dropFirst(prefix.key.utf8.count)
        return rest.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }

    /// Whether this is a folder or prefix, or a location below it, by the texts alone.
    package func isBelow(_ folder: Location) -> Bool {
        switch (kind, folder.kind) {
        case (.file(let path), .file(let folder)): path.starts(with: folder)
        case (.object(let object), .object(let folder)):
            object == folder || object.isBelow(folder)
        default: false
        }
    }

    /// Checks that no part of a key is `.` or `..`, which players remove from URLs (RFC 3986, 5.2.4).
    ///
    /// - Throws: Kind `.invalidURL` for such a key; paths have no keys.
    package func checkDotSegments() throws(StorageError) {
        guard case .object(let object) = kind else { return }
        let hasThem = object.key.utf8.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
        }
        guard hasThem else { return }
        throw StorageError(
            "publish", self, EINVAL,
            kind: .invalidURL(
                "a part of its key is . or .., which players remove from URLs",
                advice: "choose a key without it"))
    }

    /// The scheme of a text that begins as a URL does (RFC 3986, 3.1); a single letter is none.
    private static func scheme(of text: String) -> String? {
        text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.\-]+):\//).map { String($0.output.1) }
    }

    /// The part of a key up to its last slash, included.
    package static func folder(of key: String) -> String {
        key.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(key[...$0]) } ?? ""
    }

    private static func fileName(of key: String) -> String {
        String(key.utf8.dropFirst(folder(of: key).utf8.count)) ?? ""
    }
}

extension Location: CustomStringConvertible {
    /// The text for messages, without the query of a URL.
    public var description: String {
        if case .web(let url) = kind { url.description } else { text }
    }
}

extension Location: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do {
            try self.init(checking: text)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.reason,
                    underlyingError: error))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
