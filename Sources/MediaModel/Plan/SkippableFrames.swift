/// The source frames of a chunk that need not be decoded, if no other frame refers to them.
///
/// These are the frames before the chunk, and those that no frame of the grid shows, as at half of the source's rate.
/// Thumbnails are made of frames of the grid.
package struct SkippableFrames: Hashable, Sendable {
    /// The times of the frames that the chunk consists of, in ticks, ascending.
    private let expected: [Int]
    /// The times of frames of the chunk that are not shown.
    private let unshown: Set<Int>

    /// Returns no frames.
    package init() { (expected, unshown) = ([], []) }

    /// Returns the frames that need not be decoded for a chunk; none if packets have no usable times.
    ///
    /// A deinterlacer makes each of its frames from several source frames, so that it needs all of the chunk.
    package init(of chunk: ChunkPlan, _ plan: VideoPlan) {
        let expected = chunk.expected
        self.expected = expected
        guard let first = expected.first, let last = expected.last,
            plan.source.deinterlacing == nil, !plan.source.decodesAllFrames
        else {
            unshown = []
            return
        }
        let shown = chunk.frames.map { expected[plan.grid.source(of: $0, in: expected)] }
        // The first and the last frame show that the chunk was decoded completely.
        unshown = Set(expected).subtracting(shown).subtracting([first, last])
    }

    /// Whether there are none.
    package var isEmpty: Bool { expected.isEmpty }

    /// Returns whether the frame of a time, in ticks, need not be decoded.
    package func contains(_ time: Int) -> Bool {
        guard let first = expected.first else { return false }
        return time < first || unshown.contains(time)
    }

    /// Returns the comparison of decoded frames with those of the chunk.
    package var comparison: Comparison { Comparison(skippable: self) }

    /// A comparison of decoded frames, one after another, with the frames of the chunk.
    package struct Comparison: Sendable {
        fileprivate let skippable: SkippableFrames
        /// The index of the next expected frame.
        private var next = 0

        fileprivate init(skippable: SkippableFrames) { self.skippable = skippable }

        /// Returns whether the next decoded frame is expected, and only skippable ones are missing before it.
        package mutating func accepts(_ time: Int) -> Bool {
            while next < skippable.expected.count {
                let expected = skippable.expected[next]
                next += 1
                if expected == time { return true }
                guard skippable.contains(expected) else { return false }
            }
            return false
        }

        /// Whether no frame is missing but skippable ones.
        package var isComplete: Bool {
            skippable.expected[next...].allSatisfy(skippable.contains)
        }
    }
}
