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
        let (first, total) = gops(of: unit)
        return QualitySamples(
            gops: stride(from: 0, to: count, by: rung.gop).enumerated().map { number, start in
                let frames = start..<min(start + rung.gop, count)
                let offsets = offsets(
                    index, position: first + number, of: total, frames: frames.count)
                return QualitySamples.GOP(frames: frames, compared: offsets.map { start + $0 })
            })
    }

    /// Returns the position of a unit's first GOP in its segment, and the number of GOPs of the segment, without a last one of less than
    /// half the length.
    private func gops(of unit: SegmentPlan) -> (first: Int, total: Int) {
        let next = segments.partitioningIndex { $0.firstFrame > unit.firstFrame }
        let segment = next > 0 ? segments[next - 1] : unit
        let (whole, rest) = segment.frameCount.quotientAndRemainder(dividingBy: gop)
        return (
            (unit.firstFrame - segment.firstFrame) / gop, whole + (rest >= gop - gop / 2 ? 1 : 0)
        )
    }

    /// Returns the compared frames of a GOP, from its start.
    ///
    /// Frames 0 and 1 are not typical of a GOP; one of fewer than three frames has its last one.
    private func offsets(_ index: Int, position: Int, of total: Int, frames: Int) -> [Int] {
        guard frames > 2 else { return [frames - 1] }
        let rung = rungs[index]
        let offsets: [Int] =
            if !rung.codec.model.reportsErrors {
                // The distance of 3 covers B-frames of all depths of a pyramid.
                [2] + [5, 8].filter { $0 <= rung.gop / 6 }
            } else if followedRendition(by: index) == nil {
                [2]
            } else if total > 1 ? position % 3 == 1 && position < total : position == 0 {
                [2, 12]
            } else {
                []
            }
        return offsets.filter { $0 < frames }
    }
}
