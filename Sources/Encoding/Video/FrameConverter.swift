internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning

/// Turns one decoded frame into the pictures of all renditions, each scaled from the next larger one.
final class FrameConverter {
    private let source: VideoSource
    private let rungs: [RungPlan]
    private let timeBase: Rational
    private var stages: [Stage?]

    /// A rendition's filters, and what kind of picture they were made for: a stream may change its size on the way.
    private struct Stage {
        let size: Resolution
        let pixels: PixelDescription
        let graph: FilterGraph
        /// Makes what leaves the filters BT.709.
        let table: ColorTable?
    }

    init(_ source: VideoSource, _ rungs: [RungPlan], timeBase: Rational) {
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
                    (VideoFilters.scaling(to: rung.size), nil)
                }
            } else {
                pictures[index] = try pass(frame, through: index) { size, pixels in
                    (
                        VideoFilters.first(pixels, size, source, to: rung.size),
                        WideColor(pixels, source.dynamicRange)
                    )
                }
            }
        }
    }

    private func pass(
        _ frame: borrowing Frame, through index: Int,
        _ conversion: (Resolution, PixelDescription) -> (String, WideColor?)
    ) throws -> SharedFrame {
        let (size, pixels) = (frame.size, frame.pixels)
        if stages[index]?.size != size || stages[index]?.pixels != pixels {
            let (text, wide) = conversion(size, pixels)
            let graph = try FilterGraph(
                text, for: frame, isVideo: true, timeBase: timeBase, outputs: 1)
            stages[index] = Stage(size: size, pixels: pixels, graph: graph, table: wide?.table)
        }
        let picture = try Frame()
        guard let stage = stages[index] else { throw InternalError("no filters") }
        try stage.graph.push(frame)
        guard try stage.graph.pull(into: picture) else {
            throw InternalError("\(rungs[index].name): the filters swallowed a frame")
        }
        guard let table = stage.table else { return SharedFrame(picture) }
        return try SharedFrame(table.apply(to: picture))
    }
}
