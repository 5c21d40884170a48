/// The maximum rate of a segment's encoder, which limits the segment to its rung's ceiling although the encoder's buffer starts
/// full.
protocol SegmentRate {
    /// Records a packet of the encoder; the quantizer is `nil` unless the packet is a P-frame.
    mutating func spend(bytes: Int, quantizer: Double?)

    /// Returns the maximum rate from the next frame on, in bits per second; `nil` if it does not change.
    ///
    /// `frame` is the number of the next frame of the segment that the encoder is given, counted from 0.
    mutating func rate(before frame: Int) -> Int?
}

/// The maximum rate of an encoder with a preset, which changes between two GOPs.
struct GOPRate: SegmentRate {
    var budget: SegmentBudget
    /// The frames of a GOP.
    let gop: Int

    mutating func spend(bytes: Int, quantizer: Double?) {
        budget.spend(bytes: bytes, quantizer: quantizer)
    }

    mutating func rate(before frame: Int) -> Int? {
        frame > 0 && frame.isMultiple(of: gop) ? budget.rate() : nil
    }
}
