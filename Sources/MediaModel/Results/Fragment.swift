/// A fragment of a segment: one IDR frame, the rest of its GOP, or a run of audio samples.
package struct Fragment: Codable, Hashable, Sendable {
    /// The position in the segment, in bytes.
    package let offset: Int
    /// The size, in bytes.
    package let size: Int
    /// The time from the segment's start to its first frame or sample, in ticks of the rendition's timescale.
    package let time: Int
    /// Whether it is an IDR frame.
    package let isKey: Bool

    package init(
        offset: Int,
        size: Int,
        time: Int,
        isKey: Bool
    ) {
        self.offset = offset
        self.size = size
        self.time = time
        self.isKey = isKey
    }
}
