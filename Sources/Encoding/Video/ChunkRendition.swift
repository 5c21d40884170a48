package import MediaModel
package import Planning

/// A rendition that a chunk's job encodes.
package struct ChunkRendition: Codable, Sendable {
    /// The index of the rung in the plan.
    package let rung: Int
    /// The number of the first fragment of each unit of the chunk, in the rendition, counted from 1.
    package let firstFragments: [Int]
    /// The frames of each unit of the chunk that are compared with decoded ones; `nil` if the quality is not measured.
    package let samples: [QualitySamples]?

    /// - Parameters:
    ///   - rung: The index of the rung in the plan.
    ///   - chunk: The chunk.
    ///   - plan: The plan of all chunks.
    ///   - firstFragments: The number of the first fragment of each unit of the plan, in the rendition, counted from 1.
    package init(
        _ rung: Int, of chunk: ChunkPlan, in plan: VideoPlan, firstFragments: [Int]
    ) {
        self.rung = rung
        self.firstFragments = chunk.units.map { firstFragments[$0.index] }
        samples =
            plan.measuresQuality
            ? chunk.units.map { plan.qualitySamples(of: $0, in: rung) } : nil
    }
}
