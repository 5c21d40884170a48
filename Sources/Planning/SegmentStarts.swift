internal import MediaUnits

/// The starts of segments, in frames or samples from time 0.
enum SegmentStarts {
    /// Returns starts with further ones at cue points; other starts stay where they are, if no segment is too short.
    ///
    /// A start that is too near to a cue point is removed, so that its segments are joined. If the joined segment is longer than
    /// usual, it is divided evenly.
    ///
    /// - Parameters:
    ///   - starts: The starts without cue points, in order; the first is 0.
    ///   - end: The end of the last segment.
    ///   - cuePoints: The starts of cue points, in order, inside of the package.
    ///   - shortest: The shortest segment beside a cue point.
    ///   - longest: The longest segment that joining may make.
    ///   - unit: The starts that all renditions have are multiples of this number.
    /// - Returns: The starts, in order.
    static func dividing(
        _ starts: [Int], end: Int, at cuePoints: [Int], shortest: Int, longest: Int, unit: Int
    ) -> [Int] {
        guard !cuePoints.isEmpty else { return starts }
        let kept = starts.filter { start in
            start == 0 || cuePoints.allSatisfy { abs($0 - start) >= shortest }
        }
        let fixed = Set(kept + cuePoints).sorted()
        let removed = Set(starts).subtracting(kept).subtracting(cuePoints)
        var result: [Int] = []
        for (start, next) in zip(fixed, fixed.dropFirst() + [end]) {
            result.append(start)
            // The last segment may be longer than usual without cue points too.
            let isJoined = removed.contains { start < $0 && $0 < next }
            guard isJoined, next - start > longest else { continue }
            let middle = start + Rational(next - start, 2 * unit).rounded * unit
            if middle - start >= shortest, next - middle >= shortest { result.append(middle) }
        }
        return result
    }
}
