package import Errors

extension SegmentResult {
    /// Joins units of encoding, whose bytes one after another are the segment.
    ///
    /// - Parameters:
    ///   - units: The units of the segment, in order.
    ///   - index: The index of the segment.
    ///   - sha256: The SHA-256 of the joined bytes, in hexadecimal.
    /// - Throws: `InternalError` if there are none.
    package init(
        joining units: [SegmentResult], to index: Int, sha256: String
    ) throws(InternalError) {
        guard let first = units.first else { throw InternalError("a segment without units") }
        var (byteCount, duration) = (0, 0)
        var fragments: [Fragment] = []
        for unit in units {
            fragments += unit.fragments.map {
                Fragment(
                    offset: byteCount + $0.offset, size: $0.size, time: duration + $0.time,
                    isKey: $0.isKey)
            }
            byteCount += unit.byteCount
            duration += unit.duration
        }
        self.init(
            index: index, byteCount: byteCount, duration: duration, sha256: sha256,
            initialization: first.initialization, codec: first.codec, fragments: fragments,
            quality: units.allSatisfy { $0.quality != nil }
                ? units.flatMap { $0.quality ?? [] } : nil)
    }
}
