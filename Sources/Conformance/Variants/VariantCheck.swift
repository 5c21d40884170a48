import Foundation

/// The check of the attributes of variants against the measured media (RFC 8216, 4.3.4.2).
struct VariantCheck {
    private let list: ListedVariants
    private let playlists: [String: CheckedPlaylist]
    private let file: String

    /// `playlists` are by the URIs of the multivariant playlist.
    init(_ list: ListedVariants, playlists: [String: CheckedPlaylist], file: String) {
        self.list = list
        self.playlists = playlists
        self.file = file
    }

    func check(_ findings: inout FindingList) {
        for variant in list.variants {
            guard let playlist = playlists[variant.uri] else { continue }
            checkCodecs(of: variant, playlist, &findings)
            checkSize(
                variant.attributes, line: variant.line, uri: variant.uri, playlist.measured,
                &findings)
            checkFrameRate(of: variant, playlist.measured, &findings)
            checkAverage(of: variant, playlist, &findings)
        }
        checkIFrames(&findings)
        checkIndependence(&findings)
    }

    /// The playlists of a variant's renditions by group, without subtitles.
    private func renditions(of variant: ListedVariants.Variant) -> [[CheckedPlaylist?]] {
        list.renditions(of: variant).filter { $0.type != "SUBTITLES" }
            .map { $0.uris.map { playlists[$0] } }
    }

    private func checkCodecs(
        of variant: ListedVariants.Variant, _ playlist: CheckedPlaylist,
        _ findings: inout FindingList
    ) {
        let parts = [playlist] + renditions(of: variant).flatMap(\.self)
        let measured = parts.reduce(into: Set<MeasuredCodec>()) {
            $0.formUnion($1?.measured.codecs ?? [])
        }
        checkMeasured(
            measured, in: variant.codecs, uri: variant.uri, line: variant.line, &findings)
        guard parts.allSatisfy({ $0?.measured.isComplete == true }) else { return }
        let others = SampleEntryName.text + SampleEntryName.dolbyVision
        for listed in variant.codecs
        where !measured.contains(where: { $0.matches(listed) })
            && !others.contains(where: listed.hasPrefix)
        {
            findings.add(
                .codecsMismatch, file, line: variant.line,
                "CODECS of \(variant.uri.withoutQuery) has \(listed), which the segments do not have"
            )
        }
    }

    /// Checks that `CODECS` has each measured codec; a tag without `CODECS` has no mistake here.
    private func checkMeasured(
        _ measured: Set<MeasuredCodec>, in listed: [Substring], uri: String, line: Int,
        _ findings: inout FindingList
    ) {
        // The sample entries of Dolby Vision can be those of its base layer.
        guard !listed.isEmpty,
            !listed.contains(where: { SampleEntryName.dolbyVision.contains(where: $0.hasPrefix) })
        else { return }
        for codec in measured.sorted(by: { $0.text < $1.text })
        where !listed.contains(where: codec.matches) {
            findings.add(
                .codecsMismatch, file, line: line,
                "CODECS of \(uri.withoutQuery) does not have \(codec.text), which the segments have"
            )
        }
    }

    private func checkSize(
        _ attributes: TagAttributes, line: Int, uri: String, _ measured: MeasuredPlaylist,
        _ findings: inout FindingList
    ) {
        guard let listed = attributes.resolution, !measured.sizes.isEmpty else { return }
        // Displayed sizes are rounded.
        let isMeasured = measured.sizes.contains {
            abs($0.width - listed.width) <= 1 && abs($0.height - listed.height) <= 1
        }
        guard !isMeasured else { return }
        let sizes = measured.sizes.map(\.description).sorted().joined(separator: " or ")
        findings.add(
            .resolutionMismatch, file, line: line,
            "RESOLUTION of \(uri.withoutQuery) is \(listed), measured \(sizes)")
    }

    private func checkFrameRate(
        of variant: ListedVariants.Variant, _ measured: MeasuredPlaylist,
        _ findings: inout FindingList
    ) {
        guard let rates = measured.frameRates else { return }
        let text = String(format: "%.3f", rates.upperBound)
        guard let listed = variant.attributes["FRAME-RATE"] else {
            findings.add(
                .frameRateMissing, file, line: variant.line,
                "\(variant.uri.withoutQuery) has no FRAME-RATE, measured \(text)")
            return
        }
        // A variable rate has an average and a maximum; either is accepted.
        guard let rate = Double(listed), rate > 0,
            rate < rates.lowerBound * 0.99 || rate > rates.upperBound * 1.01
        else { return }
        findings.add(
            .frameRateMismatch, file, line: variant.line,
            "FRAME-RATE of \(variant.uri.withoutQuery) is \(listed), measured \(text)")
    }

    private func checkAverage(
        of variant: ListedVariants.Variant, _ playlist: CheckedPlaylist,
        _ findings: inout FindingList
    ) {
        let groups = renditions(of: variant)
        // The rates of a live playlist include those of segments that are no longer, or not yet, listed.
        guard playlist.isComplete, playlist.isWhole, playlist.averageBandwidth > 0,
            groups.joined().allSatisfy({ $0?.isWhole ?? false && $0?.averageBandwidth ?? 0 > 0 })
        else { return }
        func sum(_ value: (CheckedPlaylist) -> Double) -> Double {
            groups.reduce(value(playlist)) { sum, group in
                sum + (group.compactMap { $0.map(value) }.max() ?? 0)
            }
        }
        let (peak, average) = (sum(\.peakBandwidth), sum(\.averageBandwidth))
        if let listed = variant.bandwidth, peak > 0, Double(listed) > peak * 1.1 + 1 {
            findings.add(
                .bandwidthOverstated, file, line: variant.line,
                "BANDWIDTH of \(variant.uri.withoutQuery) is \(listed), measured \(Self.text(peak))"
            )
        }
        guard let text = variant.attributes["AVERAGE-BANDWIDTH"] else {
            findings.add(
                .averageBandwidthMissing, file, line: variant.line,
                "\(variant.uri.withoutQuery) has no AVERAGE-BANDWIDTH, measured \(Self.text(average))"
            )
            return
        }
        guard let listed = Double(text), listed > 0, abs(listed / average - 1) > 0.1 else {
            return
        }
        findings.add(
            .averageBandwidthMismatch, file, line: variant.line,
            "AVERAGE-BANDWIDTH of \(variant.uri.withoutQuery) is \(text), measured \(Self.text(average))"
        )
    }

    private func checkIFrames(_ findings: inout FindingList) {
        for iFrames in list.iFrames {
            guard let playlist = playlists[iFrames.uri] else { continue }
            if !playlist.isIFramesOnly {
                findings.add(
                    .iFramesOnlyMissing, file, line: iFrames.line,
                    "\(iFrames.uri.withoutQuery) has no EXT-X-I-FRAMES-ONLY")
            }
            checkMeasured(
                playlist.measured.codecs, in: iFrames.attributes.codecs, uri: iFrames.uri,
                line: iFrames.line, &findings)
            checkSize(
                iFrames.attributes, line: iFrames.line, uri: iFrames.uri, playlist.measured,
                &findings)
        }
        let hasVideo = list.variants.contains {
            playlists[$0.uri]?.measured.hasVideo == true
        }
        if hasVideo, list.iFrames.isEmpty {
            findings.add(.iFramesMissing, file, "no EXT-X-I-FRAME-STREAM-INF")
        }
    }

    private func checkIndependence(_ findings: inout FindingList) {
        let needsTag = list.variants.contains { variant in
            guard let playlist = playlists[variant.uri], !playlist.isIndependent else {
                return false
            }
            return playlist.measured.hasVideo || variant.attributes["RESOLUTION"] != nil
        }
        guard !list.isIndependent, needsTag else { return }
        findings.add(
            .independentSegmentsMissing, file, "no EXT-X-INDEPENDENT-SEGMENTS")
    }

    private static func text(_ rate: Double) -> String {
        String(format: "%.0f", rate.rounded(.up))
    }
}
