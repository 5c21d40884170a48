internal import LibAV
internal import MediaUnits

/// Which sound tracks are kept, and from when to when they last.
struct AudioTracks {
    let kept: [AudioFacts]
    /// Tracks that nothing could be decoded of.
    let undecodable: [StreamInfo]

    /// Seconds that a packet may lie outside of the pictures and still be believed: timestamps that wrapped or were never
    /// right say days (uploads: a one-second clip that claims 40 hours).
    private static let credibleExcess = Rational(30)

    init(
        _ sounds: [StreamInfo], _ scan: PacketScan, _ sample: FrameSample,
        within pictures: ClosedRange<Rational>?
    ) {
        var kept: [AudioFacts] = []
        var undecodable: [StreamInfo] = []
        for sound in sounds {
            guard let first = sample.sounds[sound.index], let track = scan.tracks[sound.index],
                !track.isEncrypted
            else {
                undecodable.append(sound)
                continue
            }
            let start = sound.timeBase * first.start
            let end = Self.end(of: track, sound.timeBase, start: start, within: pictures)
            kept.append(
                AudioFacts(
                    stream: sound.index, codec: sound.codec, sampleRate: first.sampleRate,
                    channels: first.channels,
                    language: sound.language.flatMap { LanguageTag($0)?.tag }, title: sound.title,
                    isDefault: sound.disposition.isDefault,
                    isDescription: sound.disposition.isVisualImpaired, start: start, end: end))
        }
        self.kept = kept
        self.undecodable = undecodable
    }

    /// The end of the last packet whose time can be believed.
    private static func end(
        of track: PacketScan.Track, _ timeBase: Rational, start: Rational,
        within pictures: ClosedRange<Rational>?
    ) -> Rational {
        guard let pictures else { return timeBase * (track.end ?? 0) }
        let latest =
            pictures.upperBound + credibleExcess + (pictures.upperBound - pictures.lowerBound)
        let limit = (latest / timeBase).floor
        let gap = track.lastDuration
        guard let last = track.times.filter({ $0 <= limit }).max() else { return start }
        return max(start, timeBase * (last + gap))
    }
}
