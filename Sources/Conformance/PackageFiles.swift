import Foundation

/// The files of a package in a local folder.
struct PackageFiles {
    /// The longest playlist that is read, in bytes: about two million segments.
    private static let longestPlaylist = 256 << 20

    private let root: String

    init(root: String) { self.root = root }

    func open(_ name: String) -> MediaFile? {
        MediaFile(root.isEmpty ? name : root + "/" + name)
    }

    /// Returns the bytes of a playlist; `nil`, with a finding, if it cannot be read.
    func playlist(
        _ name: String, from source: (file: String, line: Int)?, findings: inout FindingList
    ) -> [UInt8]? {
        guard let file = open(name) else {
            findings.add(
                .missingFile, source?.file ?? name, line: source?.line, "\(name) cannot be read")
            return nil
        }
        guard file.size <= Self.longestPlaylist else {
            findings.add(.playlistTooLarge, name, "the playlist has \(file.size) bytes")
            return nil
        }
        return file.bytes(at: 0, count: Int(file.size))
    }

    /// Returns the path of a URI in the package; `nil`, with a finding, if it is not relative or leaves the package.
    func path(
        of uri: String, in playlist: String, line: Int, findings: inout FindingList
    ) -> String? {
        // A query can have a token.
        let bare = uri.prefix { $0 != "?" && $0 != "#" }
        let decoded = bare.removingPercentEncoding ?? String(bare)
        let first = decoded.prefix { $0 != "/" }
        var parts = playlist.split(separator: "/").dropLast().map(String.init)
        var isInside = !decoded.hasPrefix("/") && !first.contains(":") && !decoded.contains("\0")
        for part in decoded.split(separator: "/") where isInside {
            switch part {
            case ".": continue
            case "..": isInside = parts.popLast() != nil
            default: parts.append(String(part))
            }
        }
        guard isInside, !parts.isEmpty else {
            findings.add(.uncheckedFile, playlist, line: line, "\(bare) is outside of the package")
            return nil
        }
        return parts.joined(separator: "/")
    }
}
