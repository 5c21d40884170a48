internal import Foundation
internal import JobModel
internal import Storage
internal import SystemPackage

/// The URLs of packages.
struct PackageLinks: Sendable {
    let root: MediaRoot?
    /// The URL at which the files of the media root are served; `nil` if they are not.
    let base: String?

    func urls(of result: JobResult?) -> PackageURLs {
        PackageURLs(
            playlist: url(of: result?.playlist), poster: url(of: result?.poster),
            manifest: url(of: result?.manifest))
    }

    /// Returns the URL of a file: below the base if there is one, otherwise a `file:` URL.
    func url(of file: String?) -> String? {
        // A client of the bucket reads it; no URL of HTTP is known.
        if let file, file.hasPrefix("s3://") { return file }
        guard let file = file.flatMap({ try? FilePath(checking: $0) }) else { return nil }
        let (own, names) = (root?.path.names, file.names)
        guard let base, let own, names.starts(with: own) else {
            return URL(filePath: file.string).absoluteString
        }
        let below = names.dropFirst(own.count).map { name in
            name.string.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
        }
        return ([base.hasSuffix("/") ? String(base.dropLast()) : base] + below)
            .joined(separator: "/")
    }

    /// The unreserved characters (RFC 3986, 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
