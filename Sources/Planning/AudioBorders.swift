internal import MediaModel
internal import MediaUnits
internal import Presets

/// The sample numbers at which segments of audio start: those of video, or multiples of the segment duration.
struct AudioBorders {
    /// The sample numbers; the first is 0.
    let samples: [Int]
    /// The indexes of the segments that start at cue points.
    private let cuePoints: Set<Int>

    /// Makes the borders of a package.
    ///
    /// - Parameters:
    ///   - duration: The duration of the package, in seconds.
    ///   - video: The plan of video; `nil` for audio alone.
    ///   - cuePoints: The cue points at times of the package.
    ///   - preset: The preset.
    ///   - sampleRate: The sample rate, in hertz.
    init(
        _ duration: Rational, _ video: VideoPlan?, _ cuePoints: [CuePoint], _ preset: Preset,
        sampleRate: Int
    ) {
        let times = cuePoints.compactMap { cuePoint -> Int? in
            guard case .time(let time) = cuePoint.position, time > .zero else { return nil }
            return (time * sampleRate).rounded
        }
        let starts =
            video.map { video in
                video.segments.map { (video.grid.time(of: $0.firstFrame) * sampleRate).rounded }
            } ?? Self.starts(duration, times, preset, sampleRate: sampleRate)
        let atCuePoints = Set(times)
        // A segment starts with the first packet at or after its border: at a cue point, with the nearest one.
        samples = starts.map {
            atCuePoints.contains($0)
                ? Rational($0, AudioPlan.frameSize).rounded * AudioPlan.frameSize : $0
        }
        self.cuePoints = Set(starts.indices.filter { atCuePoints.contains(starts[$0]) })
    }

    /// Returns the starts of segments of audio alone.
    private static func starts(
        _ duration: Rational, _ cuePoints: [Int], _ preset: Preset, sampleRate: Int
    ) -> [Int] {
        let (length, gop) = (preset.packaging.segment, preset.video.gop)
        var count = max(1, (duration / length).ceiling)
        // As with video, a last segment shorter than a GOP joins the one before.
        if count > 1, duration - length * (count - 1) < gop { count -= 1 }
        return SegmentStarts.dividing(
            (0..<count).map { (length * $0 * sampleRate).rounded },
            end: max(1, (duration * sampleRate).rounded), at: cuePoints,
            shortest: (gop * sampleRate / 3).ceiling, longest: (length * sampleRate).rounded,
            unit: 1)
    }

    /// Returns the indexes of the segments at which runs start; none starts at a cue point, where the encoder continues.
    ///
    /// - Parameters:
    ///   - sampleCount: The samples of the track.
    ///   - length: The samples of a run.
    /// - Returns: The indexes; the first is 0.
    func runs(sampleCount: Int, length: Int) -> [Int] {
        let allowed = samples.indices.filter { !cuePoints.contains($0) }
        guard AudioRuns.canDivide(samples, sampleCount: sampleCount) else { return [0] }
        return AudioRuns.starts(
            allowed.map { samples[$0] }, sampleCount: sampleCount, length: length
        ).map { allowed[$0] }
    }
}
