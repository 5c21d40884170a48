/// A segment, or a shorter unit of encoding; it has the same range of time in every rung.
package struct SegmentPlan: Codable, Hashable, Sendable {
    package let index: Int
    /// The first frame, as a number of the grid.
    package let firstFrame: Int
    /// The number of frames of the grid.
    package let frameCount: Int

    package init(
        index: Int,
        firstFrame: Int,
        frameCount: Int
    ) {
        self.index = index
        self.firstFrame = firstFrame
        self.frameCount = frameCount
    }

    /// The frames of the grid.
    package var frames: Range<Int> { firstFrame..<firstFrame + frameCount }
}
