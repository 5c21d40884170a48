package import MediaModel
internal import MediaUnits
package import Presets

/// Plans the probe encode of an upload: which samples are encoded, and how.
package enum ProbeEncodePlanner {
    /// The duration of a sample, in seconds.
    static let sample = Rational(1)
    /// The duration of a sample of an upload that is costly to decode, in seconds.
    ///
    /// Short samples make the predicted quality 0.2 to 0.3 dB higher, and those without deblocking 0.1 to 0.2 dB lower
    /// (docs/encoding.md).
    static let shortSample = Rational(2, 3)
    /// The pixels of a decoded frame, as a multiple of those of all renditions, from which on decoding needs most of the time: 4K for
    /// 1080p has 4.
    static let costlyRatio = 3.5
    /// The least number of frames of a short sample.
    static let leastFrames = 10
    /// The least number of frames of any sample: one that is compared, and the two before it that its weights may depend on.
    static let fewestFrames = 3
    /// The number of samples of a short upload, and the most of a long one.
    package static let counts = 3...30
    /// The duration of an upload, in seconds, for which it has one sample more.
    static let interval = Rational(300)
    /// The most seconds that a sample is moved to the keyframe before it, where decoding starts.
    static let mostShift = Rational(2)

    /// Returns the plan of the probe encode.
    ///
    /// - Parameters:
    ///   - probed: The upload.
    ///   - preset: The preset.
    ///   - trim: The part of the upload that is packaged.
    /// - Returns: `nil` if the preset has no quality target, or the upload has no video.
    /// - Throws: `PlanningError` if the upload cannot be planned.
    package static func plan(
        _ probed: ProbedUpload, preset: Preset, trim: TrimRequest
    ) throws(PlanningError) -> ProbeEncodePlan? {
        guard preset.hasProbeEncode, let info = probed.info.video,
            let frames = probed.frames, !frames.times.isEmpty
        else { return nil }
        let plan = try Planner(probed, preset: preset, trim: trim).plan()
        guard let video = plan.video else { return nil }
        var ladder = LadderPlanner(
            source: info.displaySize, gridRate: video.grid.rate, preset: preset)
        ladder.hasCeilings = false
        ladder.content = info.content
        let rungs = ladder.plan(gop: video.gop, divisors: ladder.divisors()).rungs
        let unit = try Planner.commonMultiple(rungs.map(\.divisor))
        let planner = SegmentPlanner(
            grid: video.grid, gop: video.gop, gopsPerSegment: 1, isTrimmed: plan.trimRange != nil)
        let encoded = rungs.reduce(0) { $0 + $1.size.pixelCount }
        let isCostly =
            Double(info.codedSize.pixelCount) >= costlyRatio * Double(encoded)
            && shortSample * video.grid.rate >= Rational(leastFrames)
        let samples = samples(
            video.grid, frames, unit: unit, duration: isCostly ? shortSample : sample)
        return ProbeEncodePlan(
            video: VideoPlan(
                grid: video.grid, source: video.source, gop: video.gop, rungs: rungs, dropped: [],
                segments: samples,
                chunks: planner.samples(samples, frames, runUp: info.isInterlaced ? 2 : 0),
                thumbnails: nil),
            skipsDeblocking: isCostly,
            encodes: rungs.enumerated().map { ProbeEncodePlan.Encode(rung: $0, plan: $1) })
    }

    /// Returns the samples.
    ///
    /// - Parameters:
    ///   - grid: The grid.
    ///   - frames: The frames of the upload.
    ///   - unit: The frames of the grid that a sample's start and length are multiples of.
    ///   - duration: The duration of a sample, in seconds.
    /// - Returns: Ranges of the grid that do not overlap, spread over its whole length.
    static func samples(
        _ grid: FrameGrid, _ frames: FrameIndex, unit: Int, duration: Rational = sample
    ) -> [SegmentPlan] {
        func whole(_ frame: Int) -> Int { frame / unit * unit }
        let length = max(fewestFrames * unit, whole((duration * grid.rate).rounded))
        let wanted = (grid.time(of: grid.frameCount) / interval).ceiling
        let count = min(max(wanted, counts.lowerBound), counts.upperBound)
        // Uploads whose frames have no usable times are decoded from their start.
        guard frames.isSeekable, grid.frameCount > count * length else {
            let most = frames.isSeekable ? count * length : counts.lowerBound * length
            return [SegmentPlan(index: 0, firstFrame: 0, frameCount: min(most, grid.frameCount))]
        }
        var samples: [SegmentPlan] = []
        for index in 0..<count {
            let center = grid.frameCount * (2 * index + 1) / (2 * count)
            let wanted = whole(max(0, center - length / 2))
            let earliest = samples.last?.frames.upperBound ?? 0
            let shown = keyframe(before: wanted, grid, frames)
            let most = (mostShift * grid.rate).rounded
            let shifted = shown.map { whole($0 + unit - 1) }
            let start =
                shifted.flatMap { $0 >= earliest && $0 <= wanted && wanted - $0 <= most ? $0 : nil }
                ?? wanted
            samples.append(SegmentPlan(index: index, firstFrame: start, frameCount: length))
        }
        return samples
    }

    /// Returns the first frame of the grid that shows the last keyframe before another frame, or a later one.
    private static func keyframe(
        before frame: Int, _ grid: FrameGrid, _ frames: FrameIndex
    ) -> Int? {
        let time = frames.times[grid.source(of: frame, in: frames.times)]
        let next = frames.keyframes.partitioningIndex { $0.presentationTime > time }
        guard next > 0 else { return nil }
        let seconds = frames.timeBase * frames.keyframes[next - 1].presentationTime - grid.start
        return max(0, ((seconds - grid.tolerance) * grid.rate).floor + 1)
    }
}
