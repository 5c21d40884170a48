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
        /// The compared frames, ascending; none if the GOP is estimated from other GOPs and renditions.
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
                return QualitySamples.GOP(
                    frames: frames,
                    compared: offsets(index, gop: first + number, of: total, frames.count)
                        .map { start + $0 })
            })
    }

    /// Returns the position of a unit's first GOP in its segment, and the number of GOPs of the segment.
    private func gops(of unit: SegmentPlan) -> (first: Int, count: Int) {
        let next = segments.partitioningIndex { $0.firstFrame > unit.firstFrame }
        let segment = next > 0 ? segments[next - 1] : unit
        return (
            (unit.firstFrame - segment.firstFrame) / gop, (segment.frameCount + gop - 1) / gop
        )
    }

    /// Returns the compared frames of a GOP, from its start.
    ///
    /// Frames 0 and 1 are not typical of a GOP; one of fewer than three frames has its last one.
    private func offsets(_ index: Int, gop: Int, of total: Int, _ frameCount: Int) -> [Int] {
        guard frameCount > 2 else { return [frameCount - 1] }
        let rung = rungs[index]
        guard rung.codec.model.reportsErrors else {
            // The distance of 3 covers B-frames of all depths of a pyramid.
            return [2] + [5, 8].filter { $0 <= rung.gop / 6 && $0 < frameCount }
        }
        guard followedRendition(by: index) != nil else { return [2] }
        return gop % 3 == 1 || total == 1 ? [2, 12].filter { $0 < frameCount } : []
    }
}
