internal import Captions
internal import HLS
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// Reads the text tracks of an upload from its packets, the captions in its pictures, and the files beside it.
struct CaptionTracks {
    /// One text track on its way.
    private struct Track {
        let stream: StreamInfo
        let format: CaptionFormat
        let styles: ASSStyles
        var cues: [UnendedCue] = []
        var lostCount = 0
        var isLegacy = false
    }

    /// A cue in milliseconds; a container may not say how long it is shown.
    private struct UnendedCue {
        let start: Int
        let end: Int?
        let content: CaptionFormat.Content
    }

    private var tracks: [Int: Track] = [:]
    private var closed: [Int: ClosedCaptions] = [:]
    /// Bytes of text of all tracks together, so that an upload of nothing but text does not fill the memory.
    private var byteCount = 0
    /// Pairs of CEA-608 of all tracks together: an upload may have a hundred tracks of pictures.
    private var pairCount = 0
    private let maximumPairs: Int
    private var sidecars: [CaptionSource] = []
    private(set) var notices: [MediaFinding] = []

    private static let maximumBytes = 40_000_000
    /// Milliseconds that a cue without an end is shown at most, if no other takes its place.
    private static let usualLength = 5_000

    /// Whether a track consists of captions that can be read.
    static func reads(_ stream: StreamInfo) -> Bool {
        guard stream.kind == .subtitle else { return false }
        return CaptionFormat(codec: stream.codec) != nil || ClosedCaptions.isTrack(stream)
    }

    /// Prepares to read an upload's tracks.
    ///
    /// - Parameters:
    ///   - streams: All that the upload has.
    ///   - maximumPairs: Of CEA-608; by default nine hours of both fields without a pause.
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

    /// Takes a packet of any stream.
    mutating func add(_ packet: borrowing Packet) {
        let room = maximumPairs - pairCount
        pairCount += closed[packet.streamIndex]?.add(packet, room: room) ?? 0
        guard var track = tracks.removeValue(forKey: packet.streamIndex) else { return }
        defer { tracks[packet.streamIndex] = track }
        let stream = track.stream
        guard let time = packet.presentationTime ?? packet.decodeTime,
            stream.credibleTicks.contains(time), !packet.isEncrypted,
            track.cues.count < CaptionFile.maximumCues, packet.byteCount < 100_000,
            byteCount < Self.maximumBytes
        else {
            track.lostCount += 1
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
        track.cues.append(UnendedCue(start: start, end: end, content: content))
    }

    /// Takes the files beside the upload.
    ///
    /// Their times count from `zero`, milliseconds of the upload's own clock.
    mutating func add(_ files: [Sidecar], from zero: Int) {
        for file in files {
            let name = file.name
            let parsed: CaptionFile
            switch file.content {
            case .success(let bytes): parsed = CaptionFile(bytes, name.format)
            case .failure(let fault):
                ignore(name, fault.reason)
                continue
            }
            guard !parsed.cues.isEmpty else {
                ignore(name, "it has no captions that can be read")
                continue
            }
            note("The file \(name.label)", parsed.lostCount, isLegacy: parsed.isLegacy)
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
        notices.append(
            MediaFinding(
                "CAPTION_FILE_IGNORED", .warning, "The file \(name.label) is left out: \(reason)."))
    }

    private mutating func note(_ subject: String, _ lostCount: Int, isLegacy: Bool) {
        if isLegacy {
            notices.append(
                MediaFinding(
                    "CAPTION_ENCODING", .info,
                    "\(subject) is not in Unicode; it is read as Windows-1252 (Western European)."))
        }
        if lostCount > 0 {
            notices.append(
                MediaFinding(
                    "CAPTIONS_DAMAGED", .warning,
                    "\(subject) has captions that cannot be used (\(lostCount)); they are left out."
                ))
        }
    }

    /// Everything that was read: tracks in the container's order, captions of the pictures that are used, then files.
    ///
    /// What is still shown at the end of pictures and sound, in milliseconds of the upload's own clock, ends there.
    mutating func finish(picture: StreamInfo?, end: Int) -> [CaptionSource] {
        let embedded = tracks.values.sorted { $0.stream.index < $1.stream.index }.map { track in
            let stream = track.stream
            note("Subtitle track \(stream.index)", track.lostCount, isLegacy: track.isLegacy)
            let cues = Self.ended(track.cues)
            let info = CaptionInfo(
                stream: stream.index, file: nil, channel: nil, format: track.format.rawValue,
                language: stream.language.flatMap { LanguageTag($0)?.tag },
                isDefault: stream.disposition.isDefault, isForced: stream.disposition.isForced,
                isForHearingImpaired: stream.disposition.isHearingImpaired, cueCount: cues.count)
            return CaptionSource(info: info, cues: cues)
        }
        let channels = closed.values.filter {
            ClosedCaptions.isTrack($0.stream) || $0.stream.index == picture?.index
        }.sorted { $0.stream.index < $1.stream.index }.flatMap { sources($0, until: end) }
        return embedded + channels + sidecars
    }

    /// Closed captions are for those who cannot hear.
    ///
    /// Channels without a text are no tracks: most broadcasts send all four, empty.
    private mutating func sources(_ captions: ClosedCaptions, until end: Int) -> [CaptionSource] {
        let stream = captions.stream
        let isTrack = ClosedCaptions.isTrack(stream)
        return captions.decoded(until: end).map { name, cues, lostCount in
            note("The closed captions \(name)", lostCount, isLegacy: false)
            let info = CaptionInfo(
                stream: stream.index, file: nil, channel: name, format: "eia_608",
                language: isTrack ? stream.language.flatMap { LanguageTag($0)?.tag } : nil,
                isDefault: isTrack && stream.disposition.isDefault, isForced: false,
                isForHearingImpaired: true, cueCount: cues.count)
            return CaptionSource(info: info, cues: Self.sorted(cues, by: \.start))
        }
    }

    /// By start; where a container does not say how long a cue is shown, it is shown until the next one.
    private static func ended(_ cues: [UnendedCue]) -> [CaptionCue] {
        var (next, following) = (Int.max, Int.max)
        let ended = sorted(cues, by: \.start).reversed().compactMap { cue -> CaptionCue? in
            if cue.start < following { (next, following) = (following, cue.start) }
            let end = cue.end ?? min(next, cue.start + usualLength)
            guard end > cue.start else { return nil }
            return CaptionCue(
                start: cue.start, end: end, text: cue.content.text, settings: cue.content.settings)
        }
        return ended.reversed()
    }

    /// In order of time; what starts together stays in the order of the file.
    private static func sorted<Cue>(_ cues: [Cue], by start: (Cue) -> Int) -> [Cue] {
        cues.enumerated().sorted {
            (start($0.element), $0.offset) < (start($1.element), $1.offset)
        }.map(\.element)
    }

    private static func milliseconds(_ ticks: Int, _ stream: StreamInfo) -> Int {
        Rational.rescale(ticks, from: stream.timeBase, to: Rational(1, 1000)) ?? 0
    }
}
