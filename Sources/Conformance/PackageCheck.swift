import Foundation
package import Storage

/// The check of a package by the rules of `ConformanceRule`.
///
/// Boxes are read in sandbox processes; no sample is decoded.
package struct PackageCheck: Sendable {
    /// In the order of the playlists; at most ten thousand.
    package let findings: [ConformanceFinding]

    /// The largest number of media playlists that are read; a large package has about a hundred.
    private static let mostPlaylists = 1000
    /// The segments of all media playlists, whose times are retained: 64 MB.
    private static let mostSegments = 8_000_000

    /// Checks a package.
    ///
    /// - Parameters:
    ///   - package: A folder or prefix, or the location of a playlist. In a folder, the playlist is `master.m3u8`, `index.m3u8`, or
    ///     the only one.
    ///   - access: The stores, hosts and processes that are used.
    ///   - isEnabled: Whether findings of a rule are reported.
    /// - Throws: `StorageError` if the store of the first playlist fails; `UploadError` if a sandbox process fails.
    package init(
        of package: Location, in access: PackageAccess,
        isEnabled: @escaping @Sendable (ConformanceRule) -> Bool = { _ in true }
    ) throws {
        var list = FindingList(isEnabled: isEnabled)
        do {
            if let opening = try PackageOpening(of: package, access: access) {
                try Self.check(opening.playlist, in: opening.files, findings: &list)
            } else {
                list.add(.missingFile, package.description, PackageOpening.problem(of: package))
            }
        } catch {
            // Requests and processes that end early have other errors.
            guard access.isStopped() else { throw error }
            list.add(
                .limitExceeded, package.description,
                "the time is over, and the rest is not checked")
        }
        findings = list.findings
    }

    private static func check(
        _ file: PackageFile, in files: PackageFiles, findings: inout FindingList
    ) throws {
        guard let (bytes, file) = files.playlist(file, from: nil, findings: &findings),
            let text = PlaylistText(bytes, file: file, findings: &findings)
        else { return }
        guard text.isMultivariant else {
            let checked = try MediaPlaylistCheck(
                text, at: file, files: files, findings: &findings
            ).checked
            if checked.measured.hasVideo, !checked.isIndependent, !checked.isIFramesOnly {
                findings.add(
                    .independentSegmentsMissing, file.name, "no EXT-X-INDEPENDENT-SEGMENTS")
            }
            return
        }
        let imported = text.variables
        let playlist = ListedVariants(text, findings: &findings)
        var peaks: [String: Double] = [:]
        var playlists: [String: CheckedPlaylist] = [:]
        var segments = 0
        let uris =
            playlist.variants.map { ($0.line, $0.uri) }
            + playlist.renditions.compactMap { rendition in
                rendition.uri.map { (rendition.line, $0) }
            } + playlist.iFrames.map { ($0.line, $0.uri) }
        for (line, uri) in uris where peaks[uri] == nil {
            guard peaks.count < mostPlaylists else {
                findings.add(
                    .limitExceeded, file.name, line: line,
                    "more than \(mostPlaylists) media playlists")
                break
            }
            peaks[uri] = 0
            guard
                let media = files.file(of: uri, in: file, line: line, findings: &findings),
                let (bytes, media) = files.playlist(
                    media, from: (file.name, line), findings: &findings),
                let text = PlaylistText(
                    bytes, file: media, imported: imported, findings: &findings)
            else { continue }
            let check = try MediaPlaylistCheck(
                text, at: media, files: files, isIndependent: playlist.isIndependent,
                findings: &findings)
            let checked = check.checked
            (peaks[uri], playlists[uri]) = (checked.peakBandwidth, checked)
            segments += checked.ends.count
            guard segments <= mostSegments else {
                findings.add(
                    .limitExceeded, file.name, line: line,
                    "the media playlists have more than \(mostSegments) segments")
                break
            }
        }
        VariantCheck(playlist, playlists: playlists, file: file.name).check(&findings)
        AlignmentCheck(playlist, playlists: playlists, file: file.name).check(&findings)
        checkBandwidths(of: playlist, peaks: peaks, file: file.name, findings: &findings)
    }

    private static func checkBandwidths(
        of playlist: ListedVariants, peaks: [String: Double], file: String,
        findings: inout FindingList
    ) {
        for variant in playlist.variants {
            let peak = playlist.renditions(of: variant).reduce(peaks[variant.uri] ?? 0) {
                $0 + ($1.uris.compactMap { peaks[$0] }.max() ?? 0)
            }
            check(variant.bandwidth, variant.uri, peak, at: variant.line)
        }
        for iFrames in playlist.iFrames {
            check(iFrames.bandwidth, iFrames.uri, peaks[iFrames.uri] ?? 0, at: iFrames.line)
        }
        func check(_ listed: Int?, _ uri: String, _ peak: Double, at line: Int) {
            // Peaks are quotients of decimal durations.
            guard let listed, peak > Double(listed) + 1 else { return }
            findings.add(
                .bandwidthExceeded, file, line: line,
                "BANDWIDTH of \(uri.withoutQuery) is \(listed), measured \(String(format: "%.0f", peak.rounded(.up)))"
            )
        }
    }
}
