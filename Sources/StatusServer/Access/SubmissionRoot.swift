public import JobQueue
public import Storage
internal import SystemPackage

/// A root of uploads or outputs, which clients may name files or objects below.
public enum SubmissionRoot: Sendable, Hashable {
    case folder(MediaRoot)
    case prefix(MediaPrefix)

    /// Creates the root from the location of an existing folder, of a bucket, or of a prefix.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ location: Location) throws(QueueError) {
        if let path = location.path {
            self = .folder(try MediaRoot(path))
        } else if let prefix = MediaPrefix(location) {
            self = .prefix(prefix)
        } else {
            throw QueueError(
                .badRequest, location.description, "the media root is on a web server",
                advice: "name a folder, or s3://BUCKET/PREFIX")
        }
    }

    /// The folder; `nil` for a prefix.
    var folder: MediaRoot? {
        if case .folder(let root) = self { root } else { nil }
    }

    /// The absolute path or the URL.
    var text: String {
        switch self {
        case .folder(let root): root.path.string
        case .prefix(let prefix): prefix.location.description
        }
    }

    /// Returns the path or the URL of an upload below the root, or the URL of one on a web server.
    ///
    /// - Throws: `MediaPathError`.
    func upload(_ text: String) throws(MediaPathError) -> String {
        if text.utf8.starts(with: "https://".utf8) { return try Self.webUpload(text) }
        switch self {
        case .folder(let root):
            guard !Self.isURL(text) else { throw .outside }
            return try root.upload(text).string
        case .prefix(let prefix): return try prefix.upload(text).description
        }
    }

    /// Returns the path or the URL of an output below the root.
    ///
    /// - Throws: `MediaPathError`.
    func output(_ text: String) throws(MediaPathError) -> String {
        switch self {
        case .folder(let root):
            guard !Self.isURL(text) else { throw .outside }
            return try root.output(text).string
        case .prefix(let prefix): return try prefix.output(text).description
        }
    }

    /// Whether a text begins with a scheme (RFC 3986, 3.1) and two slashes.
    static func isURL(_ text: String) -> Bool {
        text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//.matchingSemantics(.unicodeScalar))
            != nil
    }

    /// Checks the URL of an upload; the addresses of its host are checked at each connection.
    private static func webUpload(_ text: String) throws(MediaPathError) -> String {
        guard text.utf8.count <= 4096, (try? Location(checking: text)) != nil else {
            throw .invalidURL
        }
        return text
    }
}
