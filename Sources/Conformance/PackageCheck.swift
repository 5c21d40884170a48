import Foundation

/// The check of a local package by the rules of `ConformanceRule`.
///
/// Boxes are read by bounds-checked Swift; no sample is decoded.
package struct PackageCheck: Sendable {
    /// In the order of the playlists; at most ten thousand.
    package let findings: [ConformanceFinding]

    /// The largest number of media playlists that are read.
    private static let mostPlaylists = 1000

    /// Checks a package.
    ///
    /// - Parameters:
    ///   - path: A folder, or the path of a playlist. In a folder, the playlist is `master.m3u8`, `index.m3u8`, or the only one.
    ///   - isEnabled: Whether findings of a rule are reported.
    package init(
        of path: String, isEnabled: @escaping @Sendable (ConformanceRule) -> Bool = { _ in true }
    ) {
        var list = FindingList(isEnabled: isEnabled)
        if let (root, name) = Self.playlist(at: path) {
            Self.check(name, in: PackageFiles(root: root), findings: &list)
        } else {
            list.add(.missingFile, path, "no playlist, or several and none is master.m3u8")
        }
        findings = list.findings
    }

    private static func check(
        _ name: String, in files: PackageFiles, findings: inout FindingList
    ) {
        guard let bytes = files.playlist(name, from: nil, findings: &findings),
            let text = PlaylistText(bytes, file: name, findings: &findings)
        else { return }
        guard text.isMultivariant else {
            _ = MediaPlaylistCheck(text, files: files, findings: &findings)
            return
        }
        let playlist = ListedVariants(text, findings: &findings)
        var peaks: [String: Double] = [:]
        var playlists: [String: CheckedPlaylist] = [:]
        let uris =
            playlist.variants.map { ($0.line, $0.uri) }
            + playlist.renditions.compactMap { rendition in
                rendition.uri.map { (rendition.line, $0) }
            } + playlist.iFrames.map { ($0.line, $0.uri) }
        for (line, uri) in uris where peaks[uri] == nil && peaks.count < mostPlaylists {
            peaks[uri] = 0
            guard
                let path = files.path(of: uri, in: name, line: line, findings: &findings),
                let bytes = files.playlist(path, from: (name, line), findings: &findings),
                let text = PlaylistText(bytes, file: path, findings: &findings)
            else { continue }
            let check = MediaPlaylistCheck(
                text, files: files, isIndependent: playlist.isIndependent, findings: &findings)
            peaks[uri] = check.peakBandwidth
            playlists[uri] = check.checked
        }
        VariantCheck(playlist, playlists: playlists, file: name).check(&findings)
        AlignmentCheck(playlist, playlists: playlists, file: name).check(&findings)
        checkBandwidths(of: playlist, peaks: peaks, file: name, findings: &findings)
    }

    private static func checkBandwidths(
        of playlist: ListedVariants, peaks: [String: Double], file: String,
        findings: inout FindingList
    ) {
        for variant in playlist.variants {
            guard let bandwidth = variant.bandwidth else { continue }
            var peak = peaks[variant.uri] ?? 0
            for (type, group) in variant.groups {
                let renditions = playlist.renditions.filter {
                    $0.type == type && $0.group == group && $0.uri != variant.uri
                }
                peak += renditions.compactMap { $0.uri.flatMap { peaks[$0] } }.max() ?? 0
            }
            // Peaks are quotients of decimal durations.
            guard peak > Double(bandwidth) + 1 else { continue }
            findings.add(
                .bandwidthExceeded, file, line: variant.line,
                "BANDWIDTH of \(variant.uri) is \(bandwidth), measured \(String(format: "%.0f", peak.rounded(.up)))"
            )
        }
    }

    private static func playlist(at path: String) -> (root: String, name: String)? {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            return nil
        }
        guard attributes[.type] as? FileAttributeType == .typeDirectory else {
            return (url.deletingLastPathComponent().path, url.lastPathComponent)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let playlists = names.filter { $0.hasSuffix(".m3u8") }
        for name in ["master.m3u8", "index.m3u8"] where playlists.contains(name) {
            return (path, name)
        }
        return playlists.count == 1 ? playlists.first.map { (path, $0) } : nil
    }
}
