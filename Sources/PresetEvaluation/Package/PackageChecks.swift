import HLS
import MediaModel
import MediaUnits

/// What is wrong with a package, from what its playlists say and its files hold.
struct PackageChecks {
    let package: PackageContents
    /// By the path of a rendition's playlist: what the plan has decided for it.
    let plans: [String: PlannedRendition]

    /// What the plan says of a rendition of pictures.
    struct PlannedRendition {
        let name: String
        /// Bits a second.
        let ceiling: Int
        /// Bits of the decoder's buffer, over which the ceiling holds.
        let buffer: Int
        /// As x264 calls them; `nil`: not declared.
        let profile: String?
        let level: String?
    }

    func findings() -> [EvaluationFinding] {
        let playlists = package.playlists.sorted { $0.key < $1.key }
        var findings: [EvaluationFinding] = []
        for (path, playlist) in playlists {
            findings += files(playlist, path)
            if let track = package.tracks[path] { findings += durations(playlist, track, path) }
        }
        for variant in package.multivariant.variants {
            findings += bandwidth(variant)
            findings += codecs(variant)
            findings += peak(variant)
        }
        for (path, plan) in plans.sorted(by: { $0.key < $1.key }) {
            findings += ceiling(plan, path)
        }
        return findings + keyframes()
    }

    private func name(_ path: String) -> String { plans[path]?.name ?? path }

    private func files(_ playlist: MediaPlaylist, _ path: String) -> [EvaluationFinding] {
        var named = playlist.segments.map { ($0.uri, $0.byteRange) }
        if let map = playlist.initialization { named.append((map.uri, map.byteRange)) }
        return named.compactMap { uri, range in
            let file = PackageContents.path(uri, from: path)
            guard let size = package.files[file] else {
                return .error(.files, name(path), "\(file) is not there")
            }
            guard let range, range.upperBound > size else { return nil }
            return .error(
                .files, name(path),
                "bytes \(range.lowerBound) to \(range.upperBound) of \(file), which has \(size)")
        }
    }

    /// Each segment lasts until the next one begins, and the last one to its own end.
    private func durations(
        _ playlist: MediaPlaylist, _ track: MeasuredTrack, _ path: String
    ) -> [EvaluationFinding] {
        let segments = track.segments
        guard segments.count == playlist.segments.count else { return [] }
        return segments.indices.compactMap { index in
            let measured = segments[index]
            let next = index + 1 < segments.count ? segments[index + 1].start : measured.end
            let (declared, real) = (playlist.segments[index].duration, next - measured.start)
            let difference = declared > real ? declared - real : real - declared
            guard difference > measured.tick else { return nil }
            return .error(
                .durations, name(path),
                "segment \(index) lasts \(Figure.seconds(real)), not \(Figure.seconds(declared))")
        }
    }

    private func bandwidth(_ variant: Variant) -> [EvaluationFinding] {
        guard let pictures = rates(variant.uri) else { return [] }
        let audioTracks = package.multivariant.renditions
            .filter { $0.groupID == variant.audioGroup }.compactMap { $0.uri.flatMap(rates) }
        let peak = pictures.peak + (audioTracks.map(\.peak).max() ?? 0)
        let average = pictures.average + (audioTracks.map(\.average).max() ?? 0)
        var findings: [EvaluationFinding] = []
        if variant.bandwidth < peak {
            findings.append(
                .error(
                    .bandwidth, name(variant.uri),
                    "BANDWIDTH says \(Figure.rate(variant.bandwidth)), its segments peak at "
                        + Figure.rate(peak)))
        }
        // As far as Apple's validator lets a measured average be from the one that is declared.
        if let declared = variant.averageBandwidth, abs(declared - average) * 10 > average {
            findings.append(
                .error(
                    .bandwidth, name(variant.uri),
                    "AVERAGE-BANDWIDTH says \(Figure.rate(declared)), its segments have "
                        + Figure.rate(average)))
        }
        return findings
    }

    private func rates(_ path: String) -> (peak: Int, average: Int)? {
        guard let playlist = package.playlists[path], let track = package.tracks[path],
            playlist.segments.count == track.segments.count
        else { return nil }
        let segments = zip(playlist.segments, track.segments).map { declared, measured in
            Segment(uri: declared.uri, duration: declared.duration, byteCount: measured.bytes)
        }
        return (
            Bandwidth.peak(of: segments, targetDuration: playlist.targetDuration),
            Bandwidth.average(of: segments)
        )
    }

    /// Apple, HLS Authoring Specification, 1.31: the peak is at most twice the average.
    private func peak(_ variant: Variant) -> [EvaluationFinding] {
        guard let (peak, average) = rates(variant.uri), peak > 2 * average else { return [] }
        return [
            EvaluationFinding(
                .note, .peak, name(variant.uri),
                "its peak of \(Figure.rate(peak)) is more than twice its average of "
                    + "\(Figure.rate(average)) (Apple's HLS Authoring Specification, 1.31)")
        ]
    }

    private func ceiling(_ plan: PlannedRendition, _ path: String) -> [EvaluationFinding] {
        guard let track = package.tracks[path] else {
            return [.error(.files, plan.name, "no playlist \(path)")]
        }
        return track.segments.enumerated().compactMap { index, segment in
            let (rate, seconds) = (segment.frameRate, segment.end - segment.start)
            guard rate > plan.ceiling else { return nil }
            let most = Rational(plan.ceiling) * seconds + Rational(plan.buffer)
            // The encoder corrects itself from GOP to GOP; before the third one, the buffer alone holds it back.
            let isShort = segment.keyframes.count < 3 && Rational(segment.videoBytes * 8) <= most
            return EvaluationFinding(
                isShort ? .note : .error, .ceiling, plan.name,
                "segment \(index) of \(Figure.seconds(seconds)) has \(Figure.rate(rate)), its "
                    + "ceiling is \(Figure.rate(plan.ceiling))"
                    + (isShort ? " over longer times" : ""))
        }
    }

    private func codecs(_ variant: Variant) -> [EvaluationFinding] {
        guard let track = package.tracks[variant.uri] else { return [] }
        return TrackChecks(track: track, plan: plans[variant.uri], name: name(variant.uri))
            .findings(codecs: variant.codecs, size: variant.resolution)
    }

    private func keyframes() -> [EvaluationFinding] {
        let tracks = package.multivariant.variants.compactMap { variant in
            package.tracks[variant.uri].map { (name(variant.uri), $0) }
        }.filter { $0.1.size != nil }
        guard let (reference, first) = tracks.first else { return [] }
        return tracks.flatMap { name, track -> [EvaluationFinding] in
            let open = track.segments.firstIndex { !$0.startsWithKeyframe }
            if let open {
                return [.error(.keyframes, name, "segment \(open) does not begin with a keyframe")]
            }
            let isAligned = track.segments.map(\.keyframes) == first.segments.map(\.keyframes)
            return isAligned
                ? []
                : [.error(.keyframes, name, "its keyframes are at other times than \(reference)'s")]
        }
    }
}

extension MeasuredSegment {
    /// Bits a second of the pictures.
    var frameRate: Int {
        let seconds = end - start
        return seconds > .zero ? (Rational(videoBytes * 8) / seconds).rounded : 0
    }
}
