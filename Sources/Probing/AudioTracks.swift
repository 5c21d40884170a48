internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The audio tracks of an upload that are used, with their times.
struct AudioTracks {
    let used: [AudioInfo]
    /// The exact start and end of each used track, in seconds of the upload's timestamps.
    let spans: [ClosedRange<Rational>]
    /// The tracks without a decoded frame.
    let undecodable: [StreamInfo]
    /// The used tracks whose last packets are left out because their times are implausible.
    let shortened: [StreamInfo]

    /// The longest plausible gap between packets after the end of the video, in seconds.
    ///
    /// Audio may last longer than video by any time, but wrapped and invalid timestamps jump by days (seen: a clip of
    /// one second that claims 40 hours).
    private static let maximumGap = 30

    init(
        _ audioTracks: [StreamInfo], _ scan: PacketScan, _ sample: FrameSample,
        within videoSpan: ClosedRange<Rational>?
    ) {
        var used: [AudioInfo] = []
        var spans: [ClosedRange<Rational>] = []
        var undecodable: [StreamInfo] = []
        var shortened: [StreamInfo] = []
        for audio in audioTracks {
            guard let first = sample.audioTracks[audio.index], let track = scan.tracks[audio.index],
                !track.isEncrypted, MediaBounds.sampleRate.contains(first.sampleRate),
                MediaBounds.channels.contains(first.channels)
            else {
                undecodable.append(audio)
                continue
            }
            let start = audio.timeBase * first.start
            var end = audio.timeBase * (track.end ?? 0)
            if let videoSpan {
                let isShortened: Bool
                (end, isShortened) = Self.end(
                    of: track.times, lastDuration: track.lastDuration, audio.timeBase,
                    start: start, after: videoSpan.upperBound)
                if isShortened { shortened.append(audio) }
            }
            let span = start...max(start, end)
            spans.append(span)
            used.append(
                AudioInfo(
                    stream: audio.index, codec: audio.codec, sampleRate: first.sampleRate,
                    channels: first.channels,
                    language: audio.language.flatMap { LanguageTag($0)?.tag },
                    title: audio.title.map { PlainText.line($0) },
                    isDefault: audio.disposition.isDefault,
                    isDescription: audio.disposition.isVisualImpaired,
                    start: span.lowerBound.inNanoseconds, end: span.upperBound.inNanoseconds))
        }
        self.used = used
        self.spans = spans
        self.undecodable = undecodable
        self.shortened = shortened
    }

    /// Returns the end of the last packet with a plausible time, and whether packets after it are left out.
    static func end(
        of times: [Int], lastDuration: Int, _ timeBase: Rational, start: Rational,
        after videoEnd: Rational
    ) -> (end: Rational, isShortened: Bool) {
        // In ticks, because time bases come from files. A time beyond 64 bits is later than any packet.
        func ticks(_ seconds: Rational) -> Int {
            Rational.rescale(
                seconds.numerator, from: Rational(1, seconds.denominator), to: timeBase) ?? .max
        }
        let gap = ticks(Rational(maximumGap))
        var (last, latest) = (Int?.none, ticks(videoEnd))
        var isShortened = false
        for time in times.sorted() {
            let (step, overflows) = time.subtractingReportingOverflow(latest)
            if time > latest, overflows || step > gap {
                isShortened = true
                break
            }
            last = time
            latest = max(latest, time)
        }
        guard let last else { return (start, isShortened) }
        // A packet that is longer than the gap has an implausible duration itself.
        return (max(start, timeBase * (last + min(lastDuration, gap))), isShortened)
    }
}
