extension RungPlan {
    /// Returns the number of fragments of a segment: two for each GOP, one for a GOP of a single frame.
    package func fragmentCount(of segment: SegmentPlan) -> Int {
        let count = frames(in: segment.frameCount)
        let whole = count / gop
        let rest = count % gop
        return whole * (gop > 1 ? 2 : 1) + min(2, rest)
    }

    /// Returns the number of each segment's first fragment in the rendition, counted from 1.
    ///
    /// - Parameter segments: All segments of the rendition, in order.
    /// - Returns: One number for each segment.
    package func firstFragments(of segments: [SegmentPlan]) -> [Int] {
        var next = 1
        return segments.map { segment in
            defer { next += fragmentCount(of: segment) }
            return next
        }
    }
}
