/// A rendition that a chunk's job encodes.
package struct ChunkRendition: Codable, Sendable {
    /// The index of the rung in the plan.
    package let rung: Int
    /// The number of the first fragment of each segment of the chunk, in the rendition, counted from 1.
    package let firstFragments: [Int]

    package init(rung: Int, firstFragments: [Int]) {
        self.rung = rung
        self.firstFragments = firstFragments
    }
}
