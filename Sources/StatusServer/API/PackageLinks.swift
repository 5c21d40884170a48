internal import Foundation
internal import JobQueue

/// Where clients find packages.
struct PackageLinks: Sendable {
    let root: ServedRoot?
    /// The address at which the root's files are served, if they are.
    let base: String?

    func urls(of result: JobResult?) -> JobView.URLs {
        JobView.URLs(
            playlist: url(of: result?.playlist), poster: url(of: result?.poster),
            manifest: url(of: result?.manifest))
    }

    /// The address of a package's file: below the base if there is one, else of the file itself.
    func url(of file: String?) -> String? {
        guard let file else { return nil }
        guard let base, let root, file.hasPrefix(root.path + "/") else {
            return URL(filePath: file).absoluteString
        }
        let names = file.dropFirst(root.path.count + 1).split(separator: "/").map { name in
            name.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
        }
        return ([base.hasSuffix("/") ? String(base.dropLast()) : base] + names)
            .joined(separator: "/")
    }

    /// RFC 3986, 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
