/// Checks BANDWIDTH and AVERAGE-BANDWIDTH against the measured segments (RFC 8216, 4.1).
public enum BandwidthChecker {
    /// The fraction by which a figure may exceed the measured one; no figure may be lower.
    private static let tolerance = 0.005
    /// The relative error of sums of binary numbers.
    private static let rounding = 1e-12

    public static func problems(in package: PublishedPackage) -> [String] {
        package.variants.flatMap { variant in
            // The variant of an audio-only package is an audio track; players may load another one as well.
            let others = package.audio.filter { $0.playlist != variant.track.playlist }
            let peak = peak(of: variant.track) + (others.map(peak).max() ?? 0)
            let average = average(of: variant.track) + (others.map(average).max() ?? 0)
            let name = variant.track.name
            return problem("\(name): BANDWIDTH", variant.bandwidth, measured: peak)
                + problem("\(name): AVERAGE-BANDWIDTH", variant.averageBandwidth, measured: average)
        }
    }

    private static func problem(_ name: String, _ written: Int, measured: Double) -> [String] {
        let allowed = measured * (1 - rounding)...(measured * (1 + tolerance) + 2)
        return allowed.contains(Double(written))
            ? [] : ["\(name) is \(written), measured \(measured)"]
    }

    /// The peak of all runs of segments that last 0.5 to 1.5 target durations, in bits per second.
    ///
    /// If no run lasts that long, the result is the average of the track.
    static func peak(of track: PublishedTrack) -> Double {
        let target = Double(track.targetDuration)
        var best = 0.0
        for first in track.segments.indices {
            var (bytes, seconds) = (0, 0.0)
            for segment in track.segments[first...] {
                bytes += segment.byteCount
                seconds += segment.duration
                guard seconds <= 1.5 * target else { break }
                if seconds >= 0.5 * target { best = max(best, Double(bytes) * 8 / seconds) }
            }
        }
        return best > 0 ? best : average(of: track)
    }

    /// The average over the whole track, in bits per second.
    static func average(of track: PublishedTrack) -> Double {
        track.duration > 0 ? Double(track.byteCount) * 8 / track.duration : 0
    }
}
