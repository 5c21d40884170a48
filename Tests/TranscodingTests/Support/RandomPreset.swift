import MediaUnits
import Presets
import TestSupport
internal import VideoCodecs

@testable import MediaModel

/// Random presets within what the reader of presets allows, and parts of uploads.
struct RandomPreset {
    var random: SplitMix

    mutating func make() -> Preset {
        let gop = time(Rational(1, 2)...Rational(10))
        let most = max(1, (Rational(30) / gop).floor)
        let video = Video(
            gop: gop, maxFrameRate: rate(Rational(1)...Rational(120)))
        let count = random.one(of: [0, 1, 1, 2, 2, 2, 3, 16])
        let sizes = Set((0..<count).map { _ in random.number(32...2160) * 2 })
        let ladder = sizes.sorted(by: >).enumerated().map { index, size in
            Rung(
                name: "r\(index)", codec: random.once(in: 4) ? .hevc : .h264, size: size,
                maxrate: .kilobits(random.number(50...240_000)),
                level: random.once(in: 3) ? "4.0" : nil,
                maxFrameRate: random.once(in: 2) ? nil : rate(Rational(1)...video.maxFrameRate))
        }
        return Preset(
            name: "random", description: "",
            packaging: Packaging(
                container: random.one(of: [.fmp4, .fmp4, .ts, .mp4]),
                segment: gop * random.number(1...most), download: random.once(in: 3),
                copyBelow: random.once(in: 2) ? ByteCount(100_000_000) : nil),
            video: video, ladder: ladder,
            audio: random.once(in: 9)
                ? nil
                : Audio(
                    channels: random.number(1...8),
                    sampleRate: random.one(of: [8000, 44_100, 48_000, 96_000]),
                    maxTracks: random.number(1...32),
                    loudness: random.once(in: 3) ? Loudness() : nil),
            captions: random.once(in: 9)
                ? nil
                : Captions(
                    maxTracks: random.number(1...64), beside: !random.once(in: 4)),
            thumbnails: random.once(in: 5)
                ? nil
                : Thumbnails(
                    storyboard: .init(
                        every: time(Rational(1)...Rational(600)),
                        width: random.number(16...320) * 2,
                        columns: random.number(1...25), rows: random.number(1...25))),
            limits: limits(), onDamage: random.one(of: [.publish, .refuse]),
            quality: random.one(of: [.measured, .none]))
    }

    /// A preset with other limits.
    mutating func limited(_ preset: Preset) -> Preset {
        Preset(
            name: preset.name, description: preset.description, packaging: preset.packaging,
            video: preset.video, ladder: preset.ladder, audio: preset.audio,
            captions: preset.captions, thumbnails: preset.thumbnails, limits: limits(),
            onDamage: preset.onDamage, quality: preset.quality)
    }

    /// A part as `--from` and `--to` give it.
    mutating func trim() -> TrimRequest {
        guard random.once(in: 3) else { return TrimRequest() }
        func time() -> Rational {
            let places = random.one(of: [1, 1000, 1_000_000_000])
            let most = random.once(in: 4) ? 1_000_000 : 10
            return Rational(random.logarithmic(1...most * places), places)
        }
        let from = random.once(in: 3) ? .zero : time()
        return TrimRequest(from: from, to: random.once(in: 2) ? nil : from + time())
    }

    /// Nearly always a short time, which long uploads are trimmed to: thousands of segments would test one case in the time
    /// of a thousand.
    mutating func limits() -> Limits {
        let duration: Rational? =
            random.once(in: 400)
            ? random.one(of: [nil, Limits.Duration.longest])
            : random.one(of: [Rational(7), Rational(10), Rational(61, 3), Rational(45)])
        return Limits(
            duration: .init(max: duration, over: random.one(of: [.refuse, .trim, .trim])),
            pixels: MediaBounds.pixels, expansion: random.one(of: [nil, Limits.mostExpansion]),
            memory: ByteCount(1_000_000_000_000),
            time: random.one(of: [nil, Limits.mostTime]))
    }

    private mutating func rate(_ range: ClosedRange<Rational>) -> Rational {
        let odd = random.fraction(1...999_999)
        return range.contains(odd) ? odd : random.once(in: 2) ? range.upperBound : range.lowerBound
    }

    private mutating func time(_ range: ClosedRange<Rational>) -> Rational {
        let most = range.upperBound.rounded
        let value = Rational(random.logarithmic(1...most * 1000), 1000)
        let exact = Rational(random.number(1...most * 1_000_000_000), 1_000_000_000)
        let chosen = random.once(in: 3) ? exact : value
        return range.contains(chosen) ? chosen : range.lowerBound
    }
}
