internal import Foundation

/// A model of the distortion of the frames of a GOP, by which the distortion of some of them gives that of all.
///
/// An encoder spends more on the IDR frame, and less on B-frames. The frames after the IDR are better than the rest of the GOP
/// for as long as they copy from it, which shows in the bytes since. Where the ceiling limits the rate, the quantizer rises. The
/// factors are fits to segments of 16 clips in three sizes (docs/quality.md); they do not depend on what else is encoded. `ReportedErrors`
/// replaces it for encoders that report the errors of all frames.
struct DistortionModel {
    /// A packet of a GOP, in decode order.
    struct Packet {
        /// The number of its frame.
        let frame: Int
        let byteCount: Int
        /// The quantizer of a P-frame, as its encoder reports it; `nil` for others, or if the encoder reports none.
        let quantizer: Double?
    }

    /// The relative distortion of each frame, by its number.
    let relative: [Int: Double]

    /// - Parameter packets: The packets of a GOP in decode order, the IDR first.
    init(_ packets: [Packet]) {
        let ordered = packets.sorted { $0.frame < $1.frame }
        let first = Double(packets.first?.byteCount ?? 0)
        let bidirectional = Self.bidirectional(packets)
        var since = 0.0
        // The quantizer of the P-frame at or before a frame.
        var quantizer = ordered.lazy.compactMap(\.quantizer).first ?? 0
        var relative: [Int: Double] = [:]
        for (index, packet) in ordered.enumerated() {
            if index > 0 { since += Double(packet.byteCount) }
            quantizer = packet.quantizer ?? quantizer
            let copied = exp(-2 * since / max(1, first))
            relative[packet.frame] = exp(
                (index == 0 ? -0.48 : 0) + (bidirectional.contains(packet.frame) ? 0.09 : 0)
                    - 0.15 * copied + 0.075 * quantizer)
        }
        self.relative = relative
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
        return distortion / sampled * all / Double(relative.count)
    }
}
