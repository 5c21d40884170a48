internal import MediaModel
internal import MediaUnits

/// Divides the grid into segments and units of encoding, and joins units into chunks where the keyframes of the source are sparse.
struct SegmentPlanner {
    let grid: FrameGrid
    /// The distance between two IDR frames, in frames of the grid.
    let gop: Int
    let gopsPerSegment: Int
    /// Whether the upload has frames before or after the grid, which are not decoded.
    var isTrimmed = false
    /// The frames at which cue points start segments, in order.
    var cuePoints: [Int] = []
    /// The distance between frames that all rungs have.
    var unit = 1

    /// Returns segments of whole GOPs, but for those beside cue points; a last segment shorter than a GOP joins the one before.
    func segments() -> [SegmentPlan] {
        let length = gop * gopsPerSegment
        var starts = Array(stride(from: 0, to: grid.frameCount, by: length))
        if starts.count > 1, grid.frameCount - starts[starts.count - 1] < gop {
            starts.removeLast()
        }
        starts = SegmentStarts.dividing(
            starts, end: grid.frameCount, at: cuePoints, shortest: (gop + 2) / 3, longest: length,
            unit: unit)
        let ends = starts.dropFirst() + [grid.frameCount]
        return zip(starts, ends).enumerated().map { index, range in
            SegmentPlan(index: index, firstFrame: range.0, frameCount: range.1 - range.0)
        }
    }

    /// Returns the units of encoding of all segments.
    ///
    /// A segment's last frames are a unit of their own if they last half a GOP or longer.
    func units(_ segments: [SegmentPlan], _ unit: EncodingUnit) -> [SegmentPlan] {
        guard unit == .gop else { return segments }
        let ranges = segments.flatMap { segment in
            var starts = Array(
                stride(from: segment.firstFrame, to: segment.frames.upperBound, by: gop))
            if starts.count > 1, 2 * (segment.frames.upperBound - starts[starts.count - 1]) < gop {
                starts.removeLast()
            }
            return zip(starts, starts.dropFirst() + [segment.frames.upperBound])
        }
        return ranges.enumerated().map { index, range in
            SegmentPlan(index: index, firstFrame: range.0, frameCount: range.1 - range.0)
        }
    }

    /// Returns the number of source frames that are decoded for a chunk: from its best keyframe to its last frame.
    func decodedFrames(of chunk: ChunkPlan, _ frames: FrameIndex) -> Int {
        guard let last = chunk.expected.last else { return frames.times.count }
        let key = chunk.entries.first?.presentationTime ?? .min
        let first = frames.times.partitioningIndex { $0 >= key }
        return frames.times.partitioningIndex { $0 > last } - first
    }

    /// Groups units of encoding into chunks.
    ///
    /// - Parameters:
    ///   - units: The units of the grid: all segments, or all GOPs.
    ///   - frames: The frames of the upload.
    ///   - runUp: The number of source frames that temporal filters need before the first and after the last frame.
    /// - Returns: The chunks, in order.
    func chunks(_ units: [SegmentPlan], _ frames: FrameIndex, runUp: Int) -> [ChunkPlan] {
        guard frames.isSeekable else { return [chunk(0, units, frames, runUp: runUp)] }
        var groups: [[SegmentPlan]] = []
        for unit in units {
            if let last = groups.indices.last, isSparse(unit, frames) {
                groups[last].append(unit)
            } else {
                groups.append([unit])
            }
        }
        return groups.enumerated().map { chunk($0, $1, frames, runUp: runUp) }
    }

    /// Returns one chunk for each sample, however sparse keyframes are.
    func samples(_ samples: [SegmentPlan], _ frames: FrameIndex, runUp: Int) -> [ChunkPlan] {
        samples.map { chunk($0.index, [$0], frames, runUp: runUp) }
    }

    /// Returns whether decoding from the last keyframe up to a unit would cost more than half of decoding the unit.
    ///
    /// Chosen so that a chunk of its own decodes at most 1.5 times the frames of the unit.
    private func isSparse(_ unit: SegmentPlan, _ frames: FrameIndex) -> Bool {
        let first = grid.source(of: unit.firstFrame, in: frames.times)
        let last = grid.source(of: unit.frames.upperBound - 1, in: frames.times)
        guard let entry = Self.entry(before: frames.times[first], frames.keyframes) else {
            return true
        }
        let key = frames.times.partitioningIndex { $0 >= frames.keyframes[entry].presentationTime }
        return 2 * (first - key) > last - first + 1
    }

    private func chunk(
        _ index: Int, _ units: [SegmentPlan], _ frames: FrameIndex, runUp: Int
    ) -> ChunkPlan {
        let lastFrame = units[units.count - 1].frames.upperBound - 1
        let first = max(0, grid.source(of: units[0].firstFrame, in: frames.times) - runUp)
        let last = min(frames.times.count - 1, grid.source(of: lastFrame, in: frames.times) + runUp)
        let bounds = frames.times[first]...frames.times[last]
        guard frames.isSeekable else {
            return ChunkPlan(
                index: index, units: units, entries: [], expected: [],
                bounds: isTrimmed ? bounds : nil)
        }
        return ChunkPlan(
            index: index, units: units,
            entries: entries(before: frames.times[first], frames),
            expected: Array(frames.times[first...last]), bounds: bounds)
    }

    /// Returns the keyframe at or before a time, the one before, and those about 1, 2, 4, 8 and 16 s earlier.
    ///
    /// Decoding is not always correct after a packet with the keyframe flag (open GOP, intra refresh).
    private func entries(before time: Int, _ frames: FrameIndex) -> [Keyframe] {
        let keyframes = frames.keyframes
        guard var entry = Self.entry(before: time, keyframes) else { return [] }
        var chosen: [Int] = [entry]
        if entry > 0 { chosen.append(entry - 1) }
        for seconds in [1, 2, 4, 8, 16] {
            let limit = time - (Rational(seconds) / frames.timeBase).rounded
            guard let further = Self.entry(before: limit, keyframes) else { break }
            entry = min(further, chosen[chosen.count - 1])
            if entry < chosen[chosen.count - 1] { chosen.append(entry) }
        }
        // The first keyframe needs no seek, since decoding starts at the beginning.
        return chosen.filter { $0 > 0 }.map { keyframes[$0] }
    }

    /// Returns the index of the last keyframe at or before a time; `nil` if there is none.
    private static func entry(before time: Int, _ keyframes: [Keyframe]) -> Int? {
        let next = keyframes.partitioningIndex { $0.presentationTime > time }
        return next > 0 ? next - 1 : nil
    }
}
