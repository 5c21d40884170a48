import HLS
import LibAV
import MediaTestSupport
import MediaUnits
import TestSupport

@testable import MediaModel
@testable import Probing

/// Random media info that a probe could have measured of some file, most of them hostile: well-formed, and consistent.
struct RandomMediaInfo {
    var random: SplitMix

    /// Clocks as containers have them, and the worst that they could have.
    private static let clocks = [
        Rational(1, 90_000), Rational(1, 1000), Rational(1, 600), Rational(1, 12_800),
        Rational(1001, 30_000), Rational(1, 44_100), Rational(1, 48_000), Rational(1, 1),
        Rational(1, 2_147_483_647), Rational(1, 2_147_483_629), Rational(1, 2_147_483_576),
        Rational(2_147_483_629, 2_147_483_647), Rational(3600),
    ]

    mutating func make() throws -> ProbedUpload {
        let video = random.once(in: 6) ? nil : try makeVideo()
        let trackCount = random.one(of: [0, 1, 1, 1, 1, 2, 12])
        let around = video.map { ($0.info.start, $0.info.end) }
        var audioTracks: [(AudioInfo, ClosedRange<Rational>)] = []
        for index in 0..<(video == nil ? max(1, trackCount) : trackCount) {
            audioTracks.append(makeAudio(1 + index, around))
        }
        let spans = audioTracks.map(\.1) + (video.map { [$0.info.start...$0.info.end] } ?? [])
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        let captions = (0..<random.one(of: [0, 0, 0, 1, 3])).map { _ in makeCaptions(start, end) }
        let all: [Finding.Code] = [.damaged, .truncated, .sizeChanges, .variableFrameRate]
        let codes = all.filter { _ in random.once(in: 8) }
        let info = MediaInfo(
            container: random.one(of: ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "mpegts"]),
            byteCount: random.logarithmic(1...1_000_000_000_000),
            sha256: SampleMediaInfo.sha256, start: start.inNanoseconds,
            duration: (end - start).inNanoseconds, video: video?.info, audio: audioTracks.map(\.0),
            captions: captions.map(\.info), ignored: [],
            findings: codes.map { Finding($0, .warning, "A finding.") })
        return ProbedUpload(
            info: info, identity: SampleMediaInfo.sha256, frames: video?.frames, captions: captions)
    }

    private mutating func clock() -> Rational {
        guard random.once(in: 3) else { return random.one(of: Self.clocks) }
        return min(random.fraction(MediaBounds.fraction), Rational(3600))
    }

    // MARK: Video

    private mutating func makeVideo() throws -> (info: VideoInfo, frames: FrameIndex) {
        let frames = makeFrames()
        let measured = FrameRateEstimate.info(
            times: frames.times, lastDuration: frames.lastDuration, timeBase: frames.timeBase)
        let any = min(
            max(random.fraction(1...10_000), MediaBounds.frameRate.lowerBound),
            MediaBounds.frameRate.upperBound)
        let rate = FrameRateInfo(
            rate: random.once(in: 5) ? any : measured.rate, isConstant: !random.once(in: 3),
            average: measured.average)
        let size = makeSize()
        let shape = random.fraction(MediaBounds.fraction)
        let isOdd = random.once(in: 4) && MediaBounds.aspectRatio.contains(shape)
        let aspect = isOdd ? shape : Rational(1)
        let orientation = Orientation(
            rotation: random.one(of: [0, 0, 0, 90, 180, 270]), isMirrored: random.once(in: 9))
        let squared = Resolution(
            width: max(1, (aspect * size.width).rounded), height: size.height)
        let info = VideoInfo(
            stream: 0, codec: random.one(of: ["h264", "hevc", "vp9"]), profile: nil,
            codedSize: size, sampleAspectRatio: aspect, orientation: orientation,
            displaySize: orientation.applied(to: squared),
            pixels: try TestFrame.description(
                random.one(of: ["yuv420p", "yuv422p10le", "gbrp"])),
            dynamicRange: random.one(of: [.sdr, .sdr, .pq, .hlg]),
            isInterlaced: random.once(in: 5), frameRate: rate, frameCount: frames.times.count,
            keyframeCount: frames.keyframes.count,
            start: .seconds(frames.times[0], frames.timeBase),
            end: .seconds(frames.end, frames.timeBase))
        return (info, frames)
    }

    private mutating func makeSize() -> Resolution {
        switch random.number(0...5) {
        case 0:
            let width = random.logarithmic(MediaBounds.side)
            let most = min(MediaBounds.side.upperBound, MediaBounds.pixels / width)
            return Resolution(width: width, height: random.logarithmic(1...most))
        case 1: return Resolution(width: 161, height: 121)
        case 2: return Resolution(width: 3840, height: 2160)
        default: return Resolution(width: 1280, height: 720)
        }
    }

    /// Frames at steps that are equal, nearly equal or anything, now and then with a leap.
    private mutating func makeFrames() -> FrameIndex {
        let timeBase = clock()
        let limit = MediaBounds.ticks(of: timeBase)
        let second = (Rational(1) / timeBase).doubleValue
        let usual = random.once(in: 3) ? 1 / 29.97 : random.logarithmic(1e-6...100)
        let step = max(1, Int(min(Double(limit), usual * second)))
        let kind = random.number(0...3)
        let far = random.once(in: 6) ? random.number(-limit...limit) : 0
        var times = [far]
        for _ in 1..<random.logarithmic(2...120) {
            let gap =
                switch kind {
                case 0: random.logarithmic(1...max(2, 3 * step))
                case 1: step + random.number(-step / 10...step / 10)
                default: step
                }
            let leap = random.once(in: 200) ? random.logarithmic(1...limit) : 0
            let next = times[times.count - 1] + max(1, gap) + leap
            guard next <= limit else { break }
            times.append(next)
        }
        let isRegular = random.once(in: 2)
        let keyframes = times.indices.filter {
            isRegular ? $0.isMultiple(of: 12) : random.once(in: 20)
        }.map { index in
            let isReported = !random.once(in: 10)
            return Keyframe(
                presentationTime: times[index],
                decodeTime: isReported ? max(-limit, times[index] - step) : nil,
                fingerprint: random.next())
        }
        let last = random.once(in: 10) ? random.logarithmic(1...2 * limit) : min(step, limit)
        return FrameIndex(
            timeBase: timeBase, times: times, lastDuration: last, keyframes: keyframes,
            isSeekable: !random.once(in: 6))
    }

    // MARK: Audio and captions

    /// A track that begins and ends about when the video does, or anywhere.
    private mutating func makeAudio(
        _ stream: Int, _ video: (start: Rational, end: Rational)?
    ) -> (AudioInfo, ClosedRange<Rational>) {
        let timeBase = clock()
        let limit = MediaBounds.ticks(of: timeBase)
        func ticks(_ time: Rational) -> Int { min(max((time / timeBase).floor, -limit), limit) }
        var (first, last) = (0, 0)
        if let video, !random.once(in: 6) {
            let jitter = max(1, min(limit, ticks(Rational(1, 10))))
            first = ticks(video.start) + random.number(-jitter...jitter)
            last = ticks(video.end) + random.number(-jitter...jitter)
        } else {
            first = random.once(in: 2) ? 0 : random.number(-limit...limit)
            last = first + random.logarithmic(1...max(2, limit))
        }
        first = min(max(first, -limit), limit)
        let span = timeBase * first...timeBase * max(first, min(last, limit))
        let info = AudioInfo(
            stream: stream, codec: random.one(of: ["aac", "mp3", "opus"]),
            sampleRate: random.one(of: [8000, 44_100, 48_000, 96_000, 2_147_483]),
            channels: random.one(of: [1, 2, 2, 6, 512]),
            language: random.one(of: [nil, "en", "de", "pt-BR"]), title: nil,
            isDefault: random.once(in: 3), isDescription: random.once(in: 9),
            start: span.lowerBound.inNanoseconds, end: span.upperBound.inNanoseconds)
        return (info, span)
    }

    private mutating func makeCaptions(_ start: Rational, _ end: Rational) -> CaptionSource {
        let (first, last) = ((start * 1000).floor, (end * 1000).ceiling)
        var starts = (0..<random.number(0...6)).map { _ in random.number(first...max(first, last)) }
        if random.once(in: 6) { starts.append(MediaBounds.cueTime.lowerBound) }
        let cues = starts.sorted().map { start in
            let isEndless = random.once(in: 8)
            let end = isEndless ? MediaBounds.cueTime.upperBound : start + random.number(1...5000)
            return CaptionCue(start: start, end: end, text: "<i>a</i>\nb", settings: "line:0")
        }
        return CaptionSource(
            info: CaptionInfo(
                stream: nil, file: "*.srt", channel: nil, format: "subrip",
                language: random.one(of: [nil, "en"]), isDefault: random.once(in: 2),
                isForced: random.once(in: 4), isForHearingImpaired: random.once(in: 4),
                cueCount: cues.count), cues: cues)
    }
}
