package import MediaModel
internal import MediaUnits
internal import VideoCodecs

/// The frames of a unit of encoding that are compared with decoded ones, by their numbers from the unit's start.
///
/// Decoding starts at an IDR and costs a quarter of encoding, so only the first frames of GOPs are decoded. docs/quality.md states
/// the rules, and what others would give.
package struct QualitySamples: Codable, Hashable, Sendable {
    /// A GOP of the unit.
    package struct GOP: Codable, Hashable, Sendable {
        package let frames: Range<Int>
        /// The compared frames, ascending; none if the reports on the GOP are corrected by other GOPs and renditions.
        package let compared: [Int]
    }

    package let gops: [GOP]

    /// The number of compared frames.
    package var count: Int { gops.reduce(0) { $0 + $1.compared.count } }
}

extension VideoPlan {
    /// Returns the frames of a unit of encoding that are compared in a rendition.
    ///
    /// - Parameters:
    ///   - unit: A segment, or a part of one that starts with a GOP.
    ///   - index: The index of the rendition.
    /// - Returns: All GOPs of the unit, with their compared frames.
    package func qualitySamples(of unit: SegmentPlan, in index: Int) -> QualitySamples {
        let rung = rungs[index]
        let count = rung.frames(in: unit.frameCount)
        let (first, isCompared) = positions(of: unit)
        let isSmall = followedRendition(by: index) != nil
        return QualitySamples(
            gops: stride(from: 0, to: count, by: rung.gop).enumerated().map { number, start in
                let frames = start..<min(start + rung.gop, count)
                let offsets = offsets(
                    in: rung, frames.count,
                    isCompared: !isSmall || isCompared(first + number), isSmall: isSmall)
                return QualitySamples.GOP(frames: frames, compared: offsets.map { start + $0 })
            })
    }

    /// Returns the position of a unit's first GOP in its segment, and whether a rendition that follows another is compared in the GOP at
    /// a position.
    ///
    /// That is the second of each three GOPs, or the only one; a last one of less than half the length does not count.
    private func positions(of unit: SegmentPlan) -> (first: Int, isCompared: (Int) -> Bool) {
        let next = segments.partitioningIndex { $0.firstFrame > unit.firstFrame }
        let segment = next > 0 ? segments[next - 1] : unit
        let (whole, rest) = segment.frameCount.quotientAndRemainder(dividingBy: gop)
        let count = whole + (rest >= gop - gop / 2 ? 1 : 0)
        return (
            (unit.firstFrame - segment.firstFrame) / gop,
            { $0 < count ? $0 % 3 == 1 || count == 1 : count == 0 }
        )
    }

    /// Returns the compared frames of a GOP, from its start.
    ///
    /// Frames 0 and 1 are not typical of a GOP; one of fewer than three frames has its last one.
    private func offsets(in rung: RungPlan, _ frameCount: Int, isCompared: Bool, isSmall: Bool)
        -> [Int]
    {
        guard frameCount > 2 else { return [frameCount - 1] }
        let offsets =
            !rung.codec.model.reportsErrors
            // The distance of 3 covers B-frames of all depths of a pyramid.
            ? [2] + [5, 8].filter { $0 <= rung.gop / 6 } : isSmall ? [2, 12] : [2]
        return isCompared ? offsets.filter { $0 < frameCount } : []
    }
}
