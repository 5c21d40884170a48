/// A part of a segment that can be fetched by itself: one IDR picture, the rest of its GOP, or a run of samples.
package struct Fragment: Codable, Hashable, Sendable {
    /// Bytes, within the segment.
    package let offset: Int
    package let size: Int
    /// Ticks from the segment's start to its first picture or sample.
    package let time: Int
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
