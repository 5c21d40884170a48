internal import Captions
internal import HLS
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// The captions of an upload: text tracks, closed captions in video, and sidecars.
struct CaptionTracks {
    /// A text track while packets are read.
    private struct Track {
        let stream: StreamInfo
        let format: CaptionFormat
        let styles: ASSStyles
        var cues: [OpenCaptionCue] = []
        var discardedCount = 0
        var isLegacy = false
    }

    /// A caption cue, in milliseconds, whose end the container may not define.
    private struct OpenCaptionCue {
        let start: Int
        let end: Int?
        let content: CaptionFormat.Content
    }

    private var tracks: [Int: Track] = [:]
    private var closed: [Int: ClosedCaptions] = [:]
    /// The bytes of text of all tracks together, which are limited to bound memory.
    private var byteCount = 0
    /// The CEA-608 pairs of all tracks together: an upload may have a hundred video tracks.
    private var pairCount = 0
    private let maximumPairs: Int
    private var sidecars: [CaptionSource] = []
    private(set) var findings: [Finding] = []

    private static let maximumBytes = 40_000_000
    /// The longest duration, in milliseconds, of a caption cue without an end.
    private static let defaultDuration = 5_000

    /// Returns whether a track has captions in a supported format.
    static func supports(_ stream: StreamInfo) -> Bool {
        guard stream.kind == .subtitle else { return false }
        return CaptionFormat(codec: stream.codec) != nil || ClosedCaptions.isTrack(stream)
    }

    /// Prepares to read an upload's tracks.
    ///
    /// - Parameters:
    ///   - streams: All streams of the upload.
    ///   - maximumPairs: The limit of CEA-608 pairs; the default is nine hours of both fields without a pause.
    init(_ streams: [StreamInfo], maximumPairs: Int = 2_000_000) {
        self.maximumPairs = maximumPairs
        for stream in streams {
            closed[stream.index] = ClosedCaptions(stream)
            guard stream.kind == .subtitle, let format = CaptionFormat(codec: stream.codec) else {
                continue
            }
            let header = format == .ass ? TextEncoding.decode(stream.subtitleHeader).text : ""
            tracks[stream.index] = Track(
                stream: stream, format: format, styles: ASSStyles(header: header))
        }
    }

    /// Reads the captions of a packet of any stream.
    mutating func add(_ packet: borrowing Packet) {
        let limit = maximumPairs - pairCount
        pairCount += closed[packet.streamIndex]?.add(packet, limit: limit) ?? 0
        guard var track = tracks.removeValue(forKey: packet.streamIndex) else { return }
        defer { tracks[packet.streamIndex] = track }
        let stream = track.stream
        guard let time = packet.presentationTime ?? packet.decodeTime,
            stream.credibleTicks.contains(time), !packet.isEncrypted,
            track.cues.count < CaptionFile.maximumCues, packet.byteCount < 100_000,
            byteCount < Self.maximumBytes
        else {
            track.discardedCount += 1
            return
        }
        guard !packet.isDiscarded else { return }
        let content = track.format.content(
            packet.copyBytes(), settings: packet.cueSettings ?? "", styles: track.styles)
        guard let content else { return }
        byteCount += content.text.utf8.count
        track.isLegacy = track.isLegacy || content.isLegacy
        let start = Self.milliseconds(time, stream)
        let length = min(packet.duration, stream.credibleTicks.upperBound)
        let end = length > 0 ? Self.milliseconds(time + length, stream) : nil
        track.cues.append(OpenCaptionCue(start: start, end: end, content: content))
    }

    /// Parses sidecars.
    ///
    /// - Parameters:
    ///   - files: The upload's sidecars.
    ///   - zero: The time 0 of their times, in milliseconds of the upload's timestamps.
    mutating func add(_ files: [Sidecar], from zero: Int) {
        for file in files {
            let name = file.name
            let parsed: CaptionFile
            switch file.content {
            case .success(let bytes): parsed = CaptionFile(bytes, name.format)
            case .failure(let error):
                ignore(name, error.reason)
                continue
            }
            guard !parsed.cues.isEmpty else {
                ignore(name, "it has no readable captions")
                continue
            }
            report("The file \(name.label)", parsed.discardedCount, isLegacy: parsed.isLegacy)
            let cues = parsed.cues.map {
                CaptionCue(
                    start: $0.start + zero, end: $0.end + zero, text: $0.text, settings: $0.settings
                )
            }
            let info = CaptionInfo(
                stream: nil, file: name.label, channel: nil, format: name.format.rawValue,
                language: name.language,
                isDefault: name.isDefault, isForced: name.isForced,
                isForHearingImpaired: name.isForHearingImpaired, cueCount: cues.count)
            sidecars.append(CaptionSource(info: info, cues: Self.sorted(cues, by: \.start)))
        }
    }

    private mutating func ignore(_ name: SidecarName, _ reason: String) {
        findings.append(
            Finding(
                .captionFileIgnored, .warning, "The file \(name.label) is left out: \(reason)."))
    }

    private mutating func report(_ subject: String, _ discardedCount: Int, isLegacy: Bool) {
        if isLegacy {
            findings.append(
                Finding(
                    .captionEncoding, .info,
                    "\(subject) is not encoded in Unicode; it is read as Windows-1252 (Western European)."
                ))
        }
        if discardedCount > 0 {
            findings.append(
                Finding(
                    .captionsDamaged, .warning,
                    "\(subject) has unusable captions (\(discardedCount)); they are left out."
                ))
        }
    }

    /// Ends the captions and sorts their tracks.
    ///
    /// - Parameters:
    ///   - video: The video track that is used, whose closed captions are returned.
    ///   - end: The end of video and audio, in milliseconds of the upload's timestamps, which ends displayed captions.
    /// - Returns: Text tracks in the container's order, closed captions, then sidecars.
    mutating func finish(video: StreamInfo?, end: Int) -> [CaptionSource] {
        let embedded = tracks.values.sorted { $0.stream.index < $1.stream.index }.map { track in
            let stream = track.stream
            report("Subtitle track \(stream.index)", track.discardedCount, isLegacy: track.isLegacy)
            let cues = Self.ended(track.cues)
            let info = CaptionInfo(
                stream: stream.index, file: nil, channel: nil, format: track.format.rawValue,
                language: stream.language.flatMap { LanguageTag($0)?.tag },
                isDefault: stream.disposition.isDefault, isForced: stream.disposition.isForced,
                isForHearingImpaired: stream.disposition.isHearingImpaired, cueCount: cues.count)
            return CaptionSource(info: info, cues: cues)
        }
        let channels = closed.values.filter {
            ClosedCaptions.isTrack($0.stream) || $0.stream.index == video?.index
        }.sorted { $0.stream.index < $1.stream.index }.flatMap { sources($0, until: end) }
        return embedded + channels + sidecars
    }

    /// Returns the channels with text as captions for the hearing impaired.
    ///
    /// Most broadcasts have four channels, most of them empty.
    private mutating func sources(_ captions: ClosedCaptions, until end: Int) -> [CaptionSource] {
        let stream = captions.stream
        let isTrack = ClosedCaptions.isTrack(stream)
        return captions.decoded(until: end).map { name, cues, discardedCount in
            report("The closed captions \(name)", discardedCount, isLegacy: false)
            let info = CaptionInfo(
                stream: stream.index, file: nil, channel: name, format: "eia_608",
                language: isTrack ? stream.language.flatMap { LanguageTag($0)?.tag } : nil,
                isDefault: isTrack && stream.disposition.isDefault, isForced: false,
                isForHearingImpaired: true, cueCount: cues.count)
            return CaptionSource(info: info, cues: Self.sorted(cues, by: \.start))
        }
    }

    /// Sorts caption cues by start; one without an end lasts until the next one.
    private static func ended(_ cues: [OpenCaptionCue]) -> [CaptionCue] {
        var (next, following) = (Int.max, Int.max)
        let ended = sorted(cues, by: \.start).reversed().compactMap { cue -> CaptionCue? in
            if cue.start < following { (next, following) = (following, cue.start) }
            let end = cue.end ?? min(next, cue.start + defaultDuration)
            guard end > cue.start else { return nil }
            return CaptionCue(
                start: cue.start, end: end, text: cue.content.text, settings: cue.content.settings)
        }
        return ended.reversed()
    }

    /// Sorts by time; caption cues with equal starts stay in file order.
    private static func sorted<Cue>(_ cues: [Cue], by start: (Cue) -> Int) -> [Cue] {
        cues.enumerated().sorted {
            (start($0.element), $0.offset) < (start($1.element), $1.offset)
        }.map(\.element)
    }

    private static func milliseconds(_ ticks: Int, _ stream: StreamInfo) -> Int {
        Rational.rescale(ticks, from: stream.timeBase, to: Rational(1, 1000)) ?? 0
    }
}
