internal import Foundation

/// The URLs of packages: a folder or a prefix is served to players below a URL.
public struct PackageLinks: Sendable, Hashable {
    /// A folder or prefix whose files are served.
    private struct Rule: Hashable {
        let root: Parts
        /// The URL without a slash at its end.
        let base: String
    }

    /// The rules of longer roots first.
    private var rules: [Rule] = []

    /// Creates links that serve nothing.
    public init() {}

    /// Serves the files below a root; a longer root has priority.
    ///
    /// - Parameters:
    ///   - root: The absolute path of a folder, or the URL of a bucket or a prefix.
    ///   - base: The http or https URL of the root, without a query.
    public mutating func serve(_ root: String, at base: String) {
        let rule = Rule(
            root: Parts(root, isRoot: true),
            base: base.hasSuffix("/") ? String(base.dropLast()) : base)
        rules.append(rule)
        rules.sort { $0.root.names.count > $1.root.names.count }
    }

    /// Returns the URLs of a package's files; all are `nil` without a package.
    public func urls(of result: JobResult?) -> PackageURLs {
        PackageURLs(
            playlist: url(of: result?.playlist), poster: url(of: result?.poster),
            manifest: url(of: result?.manifest), download: url(of: result?.download))
    }

    /// Returns the URL of a file, given by its absolute path, or of an object, given by its `s3://` URL: below the base of its root if
    /// there is one, otherwise a `file:` or `s3://` URL.
    public func url(of file: String?) -> String? {
        guard let file, !file.isEmpty, !file.utf8.contains(0) else { return nil }
        let parts = Parts(file)
        guard let rule = rules.first(where: { parts.isBelow($0.root) }) else {
            return parts.isObject ? file : URL(filePath: file).absoluteString
        }
        let below = parts.names.dropFirst(rule.root.names.count).map {
            $0.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
        }
        return ([rule.base] + below).joined(separator: "/")
    }

    /// The unreserved characters (RFC 3986, 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The names of a path, or the bucket and the parts of a key.
    private struct Parts: Hashable {
        let isObject: Bool
        /// Compared byte by byte, other than texts, for which two forms of "é" are equal.
        let names: [String]

        /// Splits a text; a slash at the end of a root has no meaning.
        init(_ text: String, isRoot: Bool = false) {
            isObject = text.hasPrefix("s3://")
            let rest = isObject ? text.utf8.dropFirst("s3://".utf8.count) : text.utf8[...]
            // An empty part is a part of a key, and none of a path.
            var parts = rest.split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: !isObject
            ).map { String(decoding: $0, as: UTF8.self) }
            if isRoot, parts.last == "" { parts.removeLast() }
            names = parts
        }

        func isBelow(_ root: Parts) -> Bool {
            isObject == root.isObject && names.count > root.names.count
                && zip(names, root.names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }
    }
}
