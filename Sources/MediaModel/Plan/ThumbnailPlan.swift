package import MediaUnits

/// The work on thumbnails, which are made from frames that a chunk decodes.
package struct ThumbnailPlan: Codable, Hashable, Sendable {
    /// The size of the poster, in pixels.
    package let poster: Resolution
    /// The size of a tile of the storyboard, in pixels.
    package let tile: Resolution
    /// The time between two tiles, in seconds.
    package let every: Rational
    /// The frames of the grid that become tiles, ascending.
    package let tileFrames: [Int]
    /// The tiles in a row of a storyboard image.
    package let columns: Int
    /// The rows of a storyboard image.
    package let rows: Int
    /// The distance between candidates for the poster, in frames of the grid.
    package let candidateStep: Int

    package init(
        poster: Resolution,
        tile: Resolution,
        every: Rational,
        tileFrames: [Int],
        columns: Int,
        rows: Int,
        candidateStep: Int
    ) {
        self.poster = poster
        self.tile = tile
        self.every = every
        self.tileFrames = tileFrames
        self.columns = columns
        self.rows = rows
        self.candidateStep = candidateStep
    }

    /// Returns the frames of a chunk that become tiles, ascending.
    package func tileFrames(of chunk: ChunkPlan) -> [Int] {
        let frames = chunk.frames
        let first = tileFrames.partitioningIndex { $0 >= frames.lowerBound }
        return Array(tileFrames[first...].prefix { $0 < frames.upperBound })
    }
}
