extension RungPlan {
    /// Returns the number of fragments of a segment: two for each GOP, one for a GOP of a single frame.
    package func fragmentCount(of segment: SegmentPlan) -> Int {
        let count = frames(in: segment.frameCount)
        let whole = count / gop
        let rest = count % gop
        return whole * (gop > 1 ? 2 : 1) + min(2, rest)
    }

    /// Returns the number of a segment's first fragment in the rendition, counted from 1.
    package func fragmentIndex(of segment: SegmentPlan, among segments: [SegmentPlan]) -> Int {
        segments.prefix { $0.index < segment.index }.reduce(1) { $0 + fragmentCount(of: $1) }
    }
}
