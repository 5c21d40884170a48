import MediaUnits
import Testing

@testable import Encoding
@testable import MediaModel

@Suite struct XPSNRTests {
    private static let small = Resolution(width: 96, height: 64)

    @Test func clipsCoverEveryRuleOfTheFilter() {
        let clips = XPSNRClip.all
        #expect(clips.count == 10)
        #expect(clips.contains { $0.size.pixelCount > 2048 * 1152 && $0.rate < Rational(32) })
        #expect(clips.contains { $0.size.pixelCount > 2048 * 1152 && $0.rate > Rational(32) })
    }

    @Test("Equal to FFmpeg's filter to 0.01 dB, each frame and the mean", arguments: XPSNRClip.all)
    func equalToFilter(clip: XPSNRClip) {
        var meter = XPSNRMeter(size: clip.size, frameRate: clip.rate)
        for (number, expected) in clip.frames.enumerated() {
            let (source, decoded) = clip.frame(number)
            let distortion = meter.take(decoded, source: source)
            #expect(abs(SegmentQuality.decibels(distortion) - expected) < 0.01, "frame \(number)")
        }
        #expect(abs(meter.decibels - clip.mean) < 0.01)
        #expect(meter.count == clip.frames.count)
    }

    @Test func equalFramesHaveTheMaximum() {
        let black = LumaPlane(
            [UInt8](repeating: 16, count: Self.small.pixelCount), size: Self.small)
        var meter = XPSNRMeter(size: Self.small, frameRate: Rational(25))
        #expect(meter.take(black, source: black) == 0)
        #expect(meter.decibels == SegmentQuality.maximum)
    }

    /// The weights fall where the source is busy, so the same error counts less there.
    @Test func errorsInBusyFramesCountLess() {
        let xpsnr = XPSNR(size: Self.small, frameRate: Rational(25))
        let flat = [UInt8](repeating: 100, count: Self.small.pixelCount)
        let busy = flat.indices.map { UInt8(60 + $0 * 7919 % 80) }
        let distortions = [flat, busy].map { samples in
            let source = LumaPlane(samples, size: Self.small)
            let decoded = LumaPlane(samples.map { $0 + 3 }, size: Self.small)
            let weights = xpsnr.weights(of: source, after: [source])
            return xpsnr.distortion(
                errors: xpsnr.errors(of: decoded, from: source), weights: weights)
        }
        #expect(distortions[0] > 2 * distortions[1])
    }
}
