internal import Foundation
internal import JobModel
internal import Storage

/// Where clients find packages.
struct PackageLinks: Sendable {
    let root: ServedRoot?
    /// The address at which the root's files are served, if they are.
    let base: String?

    func urls(of result: JobResult?) -> PackageURLs {
        PackageURLs(
            playlist: url(of: result?.playlist), poster: url(of: result?.poster),
            manifest: url(of: result?.manifest))
    }

    /// The address of a package's file: below the base if there is one, else of the file itself.
    func url(of file: String?) -> String? {
        guard let file else { return nil }
        let own = (root?.path).map(PathText.names)
        let names = PathText.names(file)
        guard let base, let own, names.starts(with: own) else {
            return URL(filePath: file).absoluteString
        }
        let below = names.dropFirst(own.count).map { name in
            name.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
        }
        return ([base.hasSuffix("/") ? String(base.dropLast()) : base] + below)
            .joined(separator: "/")
    }

    /// RFC 3986, 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
