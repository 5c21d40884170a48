internal import LibAV
internal import MediaUnits

/// Turns one decoded frame into the pictures of all renditions, each scaled from the next larger one.
final class PictureConverter {
    private let source: PictureSource
    private let rungs: [RungPlan]
    private let timeBase: Rational
    private var stages: [Stage?]

    /// A rendition's filters, and what kind of picture they were made for: a stream may change its size on the way.
    private struct Stage {
        let size: Resolution
        let pixels: PixelDescription
        let graph: FilterGraph
    }

    init(_ source: PictureSource, _ rungs: [RungPlan], timeBase: Rational) {
        self.source = source
        self.rungs = rungs
        self.timeBase = timeBase
        stages = rungs.map { _ in nil }
    }

    /// Makes the pictures that are wanted and not there yet.
    ///
    /// `pictures` has one place a rendition, highest first, all of the same frame.
    func convert(
        _ frame: borrowing Frame, wanted: [Bool], into pictures: inout [SharedFrame?]
    ) throws {
        for (index, rung) in rungs.enumerated() where wanted[index] && pictures[index] == nil {
            if let from = rung.scaledFrom, let larger = pictures[from] {
                pictures[index] = try pass(larger.frame, through: index) { _, _ in
                    PictureFilters.scaling(to: rung.size)
                }
            } else {
                pictures[index] = try pass(frame, through: index) { size, pixels in
                    PictureFilters.first(pixels, size, source, to: rung.size)
                }
            }
        }
    }

    private func pass(
        _ frame: borrowing Frame, through index: Int,
        _ text: (Resolution, PixelDescription) -> String
    ) throws -> SharedFrame {
        let (size, pixels) = (frame.size, frame.pixels)
        if stages[index]?.size != size || stages[index]?.pixels != pixels {
            let graph = try FilterGraph(
                text(size, pixels), for: frame, isVideo: true, timeBase: timeBase, outputs: 1)
            stages[index] = Stage(size: size, pixels: pixels, graph: graph)
        }
        let picture = try Frame()
        guard let graph = stages[index]?.graph else { throw PackagingFault("no filters") }
        try graph.push(frame)
        guard try graph.pull(into: picture) else {
            throw PackagingFault("\(rungs[index].name): the filters swallowed a frame")
        }
        return SharedFrame(picture)
    }
}
