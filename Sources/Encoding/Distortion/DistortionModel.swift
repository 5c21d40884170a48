internal import Foundation

/// A model of the distortion of frames relative to one another, by which the distortion of some frames of a GOP gives that of all.
///
/// An encoder spends more on the IDR frame, and less on B-frames. The frames after the IDR are better than the rest of the GOP
/// for as long as they copy from it, which shows in the bytes since. Where the ceiling limits the rate, the quantizer rises. The
/// factors are a fit to 93 segments of 16 clips in three sizes (docs/quality.md); they do not depend on what else is encoded.
struct DistortionModel {
    /// A packet of a GOP, in decode order.
    struct Packet {
        /// The number of its frame.
        let frame: Int
        let byteCount: Int
        /// The quantizer of a P-frame, as its encoder reports it; `nil` for others, or if the encoder reports none.
        let quantizer: Double?
    }

    /// The relative distortion of each frame of a GOP, by its number.
    let relative: [Int: Double]

    /// - Parameter packets: The packets of a GOP in decode order, the IDR first.
    init(_ packets: [Packet]) {
        var bytes: [Int: Int] = [:]
        var quantizers: [Int: Double] = [:]
        var bidirectional: Set<Int> = []
        var last = Int.min
        for packet in packets {
            bytes[packet.frame] = packet.byteCount
            quantizers[packet.frame] = packet.quantizer
            // A frame that is shown before one that is decoded earlier is a B-frame.
            if packet.frame < last { bidirectional.insert(packet.frame) }
            last = max(last, packet.frame)
        }
        let first = Double(packets.first?.byteCount ?? 0)
        var since = 0.0
        // That of the P-frame at or before a frame.
        var quantizer = quantizers.min { $0.key < $1.key }?.value ?? 0
        var relative: [Int: Double] = [:]
        for (index, frame) in bytes.keys.sorted().enumerated() {
            if index > 0 { since += Double(bytes[frame] ?? 0) }
            quantizer = quantizers[frame] ?? quantizer
            let exponent =
                (index == 0 ? -0.48 : 0) + (bidirectional.contains(frame) ? 0.09 : 0)
                - 0.15 * exp(-2 * since / max(1, first))
                + 0.075 * quantizer
            relative[frame] = exp(exponent)
        }
        self.relative = relative
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
