/// The frames of a segment whose quality is measured, by their numbers from the segment's start.
///
/// Decoding starts at an IDR and costs a quarter of encoding, so only the first frames of each GOP are decoded: frame 2, and unless the
/// encoder reports the errors of all frames, 5 and 8, as far as they lie in the first sixth of the GOP. Frames 0 and 1 are not
/// typical of a GOP, and the distance of 3 covers B-frames of all depths of a pyramid.
package struct QualitySamples: Sendable {
    /// The GOPs, as ranges of frames.
    package let gops: [Range<Int>]
    private let offsets: [Int]

    /// - Parameters:
    ///   - frameCount: The number of frames of the segment.
    ///   - gop: The distance of IDR frames, in frames.
    ///   - reportsErrors: Whether the encoder reports the errors of all frames.
    package init(frameCount: Int, gop: Int, reportsErrors: Bool) {
        gops = stride(from: 0, to: frameCount, by: gop).map { $0..<min($0 + gop, frameCount) }
        offsets = [2] + (reportsErrors ? [] : [5, 8].filter { $0 <= gop / 6 })
    }

    /// Returns the frames of a GOP that are measured; the last one of a GOP that is too short.
    package func frames(of gop: Range<Int>) -> [Int] {
        let frames = offsets.map { gop.lowerBound + $0 }.filter(gop.contains)
        return frames.isEmpty ? [gop.upperBound - 1] : frames
    }

    /// Returns the number of samples of all GOPs.
    package var count: Int { gops.reduce(0) { $0 + frames(of: $1).count } }
}
