import HLS
import MediaModel
import MediaUnits

/// Checks the playlists of a package against its files and the plan.
struct PackageChecks {
    let package: PackageContents
    /// The planned video renditions, by the path of the playlist.
    let plans: [String: PlannedRendition]

    /// A video rendition of the plan.
    struct PlannedRendition {
        let name: String
        /// The maximum bit rate, in bits per second.
        let ceiling: Int
        /// The size of the decoder's buffer in bits, over which the maximum bit rate applies.
        let buffer: Int
        /// The profile, by x264's name; `nil` if it is not declared.
        let profile: String?
        /// The level by its number; `nil` if it is not declared.
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
        if let segment = playlist.initialization {
            named.append((segment.uri, segment.byteRange))
        }
        return named.compactMap { uri, range in
            let file = PackageContents.path(uri, from: path)
            guard let size = package.files[file] else {
                return .error(.files, name(path), "\(file) does not exist")
            }
            guard let range, range.upperBound > size else { return nil }
            return .error(
                .files, name(path),
                "the byte range \(range.lowerBound)..<\(range.upperBound) exceeds \(file) of \(size) bytes"
            )
        }
    }

    /// Compares durations: a segment lasts until the next one begins, the last one until its own end.
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
        guard let video = rates(variant.uri) else { return [] }
        let audioTracks = package.multivariant.renditions
            .filter { $0.groupID == variant.audioGroup }.compactMap { $0.uri.flatMap(rates) }
        let peak = video.peak + (audioTracks.map(\.peak).max() ?? 0)
        let average = video.average + (audioTracks.map(\.average).max() ?? 0)
        var findings: [EvaluationFinding] = []
        if variant.bandwidth < peak {
            findings.append(
                .error(
                    .bandwidth, name(variant.uri),
                    "BANDWIDTH is \(Figure.rate(variant.bandwidth)), the measured peak is "
                        + Figure.rate(peak)))
        }
        // The tolerance of Apple's Media Stream Validator, 10 %.
        if let declared = variant.averageBandwidth, abs(declared - average) * 10 > average {
            findings.append(
                .error(
                    .bandwidth, name(variant.uri),
                    "AVERAGE-BANDWIDTH is \(Figure.rate(declared)), the measured average is "
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
                "the peak of \(Figure.rate(peak)) is more than twice the average of "
                    + "\(Figure.rate(average)) (Apple's HLS Authoring Specification, 1.31)")
        ]
    }

    /// The excess of a segment that is not an error: operating points stay within it (docs/encoding.md), and with presets of encoders, it
    /// depends on the sample which segments exceed a ceiling by so little.
    private static let ceilingTolerance = Rational(102, 100)

    private func ceiling(_ plan: PlannedRendition, _ path: String) -> [EvaluationFinding] {
        guard let track = package.tracks[path] else {
            return [.error(.files, plan.name, "no playlist \(path)")]
        }
        return track.segments.enumerated().compactMap { index, segment in
            let (rate, seconds) = (segment.videoBitrate, segment.end - segment.start)
            guard rate > plan.ceiling else { return nil }
            let most = Rational(plan.ceiling) * seconds + Rational(plan.buffer)
            // The encoder adjusts its rate from GOP to GOP; before the third one, only the buffer limits it.
            let isShort = segment.keyframes.count < 3 && Rational(segment.videoBytes * 8) <= most
            let isWithinTolerance = Rational(rate) <= Self.ceilingTolerance * Rational(plan.ceiling)
            return EvaluationFinding(
                isShort || isWithinTolerance ? .note : .error, .ceiling, plan.name,
                "segment \(index) of \(Figure.seconds(seconds)) has \(Figure.rate(rate)), the "
                    + "maximum is \(Figure.rate(plan.ceiling))"
                    + (isShort ? " over longer times" : isWithinTolerance ? ", within 2 %" : ""))
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
                : [.error(.keyframes, name, "keyframes are not aligned with those of \(reference)")]
        }
    }
}

extension MeasuredSegment {
    /// The bit rate of the video, in bits per second.
    var videoBitrate: Int {
        let seconds = end - start
        return seconds > .zero ? (Rational(videoBytes * 8) / seconds).rounded : 0
    }
}
