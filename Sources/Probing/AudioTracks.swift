internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Which sound tracks are kept, and from when to when they last.
struct AudioTracks {
    let kept: [AudioInfo]
    /// The exact start and end of each kept track, in seconds of the upload's clock.
    let spans: [ClosedRange<Rational>]
    /// Tracks that nothing could be decoded of.
    let undecodable: [StreamInfo]
    /// Kept tracks of which packets are left out, as their times cannot be believed.
    let cut: [StreamInfo]

    /// Seconds without a packet behind the pictures that are still believed: sound may go on for as long as it likes,
    /// but timestamps that wrapped or were never right jump by days (uploads: a one-second clip that claims 40 hours).
    private static let credibleGap = 30

    init(
        _ audioTracks: [StreamInfo], _ scan: PacketScan, _ sample: FrameSample,
        within pictures: ClosedRange<Rational>?
    ) {
        var kept: [AudioInfo] = []
        var spans: [ClosedRange<Rational>] = []
        var undecodable: [StreamInfo] = []
        var cut: [StreamInfo] = []
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
            if let pictures {
                let isCut: Bool
                (end, isCut) = Self.end(
                    of: track.times, lastDuration: track.lastDuration, audio.timeBase,
                    start: start, behind: pictures.upperBound)
                if isCut { cut.append(audio) }
            }
            let span = start...max(start, end)
            spans.append(span)
            kept.append(
                AudioInfo(
                    stream: audio.index, codec: audio.codec, sampleRate: first.sampleRate,
                    channels: first.channels,
                    language: audio.language.flatMap { LanguageTag($0)?.tag },
                    title: audio.title.map { PlainText.line($0) },
                    isDefault: audio.disposition.isDefault,
                    isDescription: audio.disposition.isVisualImpaired,
                    start: span.lowerBound.inNanoseconds, end: span.upperBound.inNanoseconds))
        }
        self.kept = kept
        self.spans = spans
        self.undecodable = undecodable
        self.cut = cut
    }

    /// The end of the last packet whose time can be believed, and whether others follow it.
    static func end(
        of times: [Int], lastDuration: Int, _ timeBase: Rational, start: Rational,
        behind videoEnd: Rational
    ) -> (end: Rational, isCut: Bool) {
        // In ticks, as time bases come from files. What does not fit 64 bits is later than any packet.
        func ticks(_ seconds: Rational) -> Int {
            Rational.rescale(
                seconds.numerator, from: Rational(1, seconds.denominator), to: timeBase) ?? .max
        }
        let gap = ticks(Rational(credibleGap))
        var (last, believed) = (Int?.none, ticks(videoEnd))
        var isCut = false
        for time in times.sorted() {
            let (step, overflows) = time.subtractingReportingOverflow(believed)
            if time > believed, overflows || step > gap {
                isCut = true
                break
            }
            last = time
            believed = max(believed, time)
        }
        guard let last else { return (start, isCut) }
        // One packet's length is that of all in practice; a longer one than the gap is a lie itself.
        return (max(start, timeBase * (last + min(lastDuration, gap))), isCut)
    }
}
