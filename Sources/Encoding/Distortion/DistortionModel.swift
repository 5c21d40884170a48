internal import Foundation

/// A model of the distortion of the frames of a GOP, by which the distortion of some of them gives that of all.
///
/// An encoder spends more on the IDR frame, and less on B-frames. The frames after the IDR are better than the rest of the GOP
/// for as long as they copy from it, which shows in the bytes since. Where the ceiling limits the rate, the quantizer rises. If the
/// encoder reports the squared errors of all frames, these count most, with the activity of the source, by which XPSNR divides
/// them. The factors are fits to segments of 16 clips in three sizes (docs/quality.md); they do not depend on what else is encoded.
struct DistortionModel {
    /// A packet of a GOP, in decode order.
    struct Packet {
        /// The number of its frame.
        let frame: Int
        let byteCount: Int
        /// The quantizer of a P-frame, as its encoder reports it; `nil` for others, or if the encoder reports none.
        let quantizer: Double?
        /// The squared error of its luma, as its encoder reports it; `nil` if the encoder reports none.
        let lumaError: Int?
    }

    /// The most by which the mean may differ from that of the reported errors, as a factor.
    ///
    /// The compared frame may be black and have no distortion, and the others none of its blackness. 99 of 100 frames of the clips
    /// differ by less than 1.5.
    private static let largestDifference = 1.5

    /// The relative distortion of each frame, by its number.
    let relative: [Int: Double]
    /// The mean distortion of all frames by the reported errors and the mean activity alone; `nil` without them.
    private let reported: Double?

    /// - Parameters:
    ///   - packets: The packets of a GOP in decode order, the IDR first.
    ///   - xpsnr: The measure of the rendition.
    ///   - activity: The activity of some frames of the source, by their numbers.
    init(_ packets: [Packet], _ xpsnr: XPSNR, activity: [Int: Double] = [:]) {
        let ordered = packets.sorted { $0.frame < $1.frame }
        let first = Double(packets.first?.byteCount ?? 0)
        let bidirectional = Self.bidirectional(packets)
        let activities =
            packets.allSatisfy { $0.lumaError != nil } ? ActivityCurve(activity) : nil
        var since = 0.0
        // The quantizer of the P-frame at or before a frame.
        var quantizer = ordered.lazy.compactMap(\.quantizer).first ?? 0
        var relative: [Int: Double] = [:]
        var sum = 0.0
        for (index, packet) in ordered.enumerated() {
            if index > 0 { since += Double(packet.byteCount) }
            quantizer = packet.quantizer ?? quantizer
            let copied = exp(-2 * since / max(1, first))
            let exponent: Double
            if let activities, let error = packet.lumaError {
                let activity = activities.logarithm(at: packet.frame)
                exponent =
                    0.372 * log(Double(max(1, error))) - 0.331 * activity
                    - (index == 0 ? 1.081 : 0) - 0.04 * copied + 0.016 * quantizer
                sum += xpsnr.distortion(squaredError: error, activity: exp(activity))
            } else {
                exponent =
                    (index == 0 ? -0.48 : 0) + (bidirectional.contains(packet.frame) ? 0.09 : 0)
                    - 0.15 * copied + 0.075 * quantizer
            }
            relative[packet.frame] = exp(exponent)
        }
        self.relative = relative
        reported = activities == nil ? nil : sum / Double(max(1, relative.count))
    }

    /// Returns the frames that are shown before one that is decoded earlier.
    private static func bidirectional(_ packets: [Packet]) -> Set<Int> {
        var last = Int.min
        var frames: Set<Int> = []
        for packet in packets {
            if packet.frame < last { frames.insert(packet.frame) }
            last = max(last, packet.frame)
        }
        return frames
    }

    /// Returns the estimated mean distortion of all frames of the GOP.
    ///
    /// - Parameter measured: The distortion of some frames, by their numbers.
    /// - Returns: `nil` if no frame of the GOP was measured.
    func mean(from measured: [Int: Double]) -> Double? {
        let frames = measured.keys.filter { relative[$0] != nil }.sorted()
        guard !frames.isEmpty else { return nil }
        let sampled = frames.reduce(0) { $0 + (relative[$1] ?? 0) }
        // In order, since a sum of floating-point numbers depends on it.
        let all = relative.keys.sorted().reduce(0) { $0 + (relative[$1] ?? 0) }
        let distortion = frames.reduce(0) { $0 + (measured[$1] ?? 0) }
        let mean = distortion / sampled * all / Double(relative.count)
        guard let reported, frames.count < relative.count else { return mean }
        return min(max(mean, reported / Self.largestDifference), reported * Self.largestDifference)
    }
}

/// The activity of all frames of a GOP, from that of some: a geometric interpolation.
private struct ActivityCurve {
    private let points: [(frame: Int, logarithm: Double)]

    /// - Returns: `nil` without any value.
    init?(_ values: [Int: Double]) {
        guard !values.isEmpty else { return nil }
        points = values.sorted { $0.key < $1.key }.map { ($0.key, log($0.value)) }
    }

    /// Returns the logarithm of a frame's activity.
    func logarithm(at frame: Int) -> Double {
        let next = points.firstIndex { $0.frame >= frame } ?? points.count - 1
        let (low, high) = (points[max(0, next - 1)], points[next])
        guard frame > low.frame, frame < high.frame else {
            return frame <= low.frame ? low.logarithm : high.logarithm
        }
        let share = Double(frame - low.frame) / Double(high.frame - low.frame)
        return low.logarithm + share * (high.logarithm - low.logarithm)
    }
}
