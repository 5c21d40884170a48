/// The work of one encoding job, which decodes once and encodes every rung.
///
/// A chunk has one unit of encoding, which is a segment or a GOP of one, or consecutive ones where keyframes are sparse.
package struct ChunkPlan: Codable, Hashable, Sendable {
    package let index: Int
    /// The segments, or GOPs of segments, by the plan's `EncodingUnit`; each has an encoder of its own.
    package let units: [SegmentPlan]
    /// The keyframes that decoding may start from, best first; if all fail, decoding starts at the beginning.
    package let entries: [Keyframe]
    /// The times of the source frames that decoding must give, in ticks, ascending; empty if packets have no usable times.
    package let expected: [Int]
    /// The times of the first and the last source frame, in ticks; `nil` for all frames of the upload.
    package var bounds: ClosedRange<Int>?

    package init(
        index: Int,
        units: [SegmentPlan],
        entries: [Keyframe],
        expected: [Int],
        bounds: ClosedRange<Int>? = nil
    ) {
        self.index = index
        self.units = units
        self.entries = entries
        self.expected = expected
        self.bounds = bounds
    }

    /// The frames of the grid.
    package var frames: Range<Int> {
        units[0].firstFrame..<units[units.count - 1].frames.upperBound
    }
}
