import ArgumentParser
import Foundation
import JobModel
import Storage

/// The URLs at which packages are served to players.
struct MediaURLOption: ParsableArguments {
    @Option(
        name: .customLong("media-url"),
        help: ArgumentHelp(
            "The URL at which the files of --root are served to players, or ROOT=URL for another folder or prefix (repeatable).",
            valueName: "url"))
    var urls: [String] = []

    func validate() throws {
        for text in urls {
            guard Self.isBase(Self.split(text).base) else {
                throw ValidationError(
                    "--media-url must be an http or https URL without user and query: https://cdn.example/media, or s3://packages/live=https://cdn.example/media."
                )
            }
        }
    }

    /// Creates the links of packages.
    ///
    /// - Parameter root: The root of outputs; `nil` if there is none.
    /// - Returns: The links.
    /// - Throws: `ValidationError` for a URL without a root.
    func links(root: Location?) throws -> PackageLinks {
        var links = PackageLinks()
        var roots: Set<Location> = []
        for text in urls {
            let (named, base) = Self.split(text)
            let own = try named.map { named in
                guard let location = try? Location(checking: named), !location.isOnWebServer else {
                    throw ValidationError(
                        "--media-url: '\(named)' is neither a folder nor s3://BUCKET/PREFIX.")
                }
                return location
            }
            guard let served = own ?? root else {
                throw ValidationError(
                    "--media-url requires --root, or a root of its own: ROOT=\(base).")
            }
            guard roots.insert(served.absolute).inserted else {
                throw ValidationError("--media-url: \(served) has two URLs.")
            }
            links.serve(served.absolute.description, at: base)
        }
        return links
    }

    /// Splits `ROOT=URL`; without a root, it is `nil`.
    private static func split(_ text: String) -> (root: String?, base: String) {
        guard let match = text.wholeMatch(of: /(.+?)=(https?:\/\/.*)/.ignoresCase()) else {
            return (nil, text)
        }
        // A URL may have the separator too.
        let isURL =
            match.1.lowercased().hasPrefix("http:") || match.1.lowercased().hasPrefix("https:")
        return isURL ? (nil, text) : (String(match.1), String(match.2))
    }

    /// Whether paths can be appended to a URL.
    private static func isBase(_ address: String) -> Bool {
        guard let url = URLComponents(string: address, encodingInvalidCharacters: false),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { return false }
        return url.query == nil && url.fragment == nil && url.user == nil && url.password == nil
    }
}
