/// Judges BANDWIDTH and AVERAGE-BANDWIDTH by measuring the segments again (RFC 8216, 4.1).
public enum BandwidthJudge {
    /// Share by which a figure may exceed what is measured; below it none may be.
    private static let tolerance = 0.005
    /// Share by which sums of binary numbers may be off.
    private static let rounding = 1e-12

    public static func faults(in package: PublishedPackage) -> [String] {
        package.variants.flatMap { variant in
            // A sound-only package's variant is one of the sounds itself; players may load another beside it.
            let others = package.audio.filter { $0.playlist != variant.track.playlist }
            let peak = peak(of: variant.track) + (others.map(peak).max() ?? 0)
            let average = average(of: variant.track) + (others.map(average).max() ?? 0)
            let name = variant.track.name
            return fault("\(name): BANDWIDTH", variant.bandwidth, measured: peak)
                + fault("\(name): AVERAGE-BANDWIDTH", variant.averageBandwidth, measured: average)
        }
    }

    private static func fault(_ what: String, _ said: Int, measured: Double) -> [String] {
        let allowed = measured * (1 - rounding)...(measured * (1 + tolerance) + 2)
        return allowed.contains(Double(said)) ? [] : ["\(what) is \(said), measured \(measured)"]
    }

    /// Bits per second: the largest of any run of segments lasting 0.5 to 1.5 target durations.
    ///
    /// Where no run lasts that long, the whole track counts as one.
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

    /// Bits per second over the whole track.
    static func average(of track: PublishedTrack) -> Double {
        track.duration > 0 ? Double(track.byteCount) * 8 / track.duration : 0
    }
}
