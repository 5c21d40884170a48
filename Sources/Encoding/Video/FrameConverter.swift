internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning

/// Converts a decoded frame to the frames of all renditions, each scaled from the next larger one.
final class FrameConverter {
    private let source: VideoSource
    private let rungs: [RungPlan]
    private let timeBase: Rational
    private var stages: [Stage?]

    /// A rendition's filters, with the size and format that they were made for; a stream may change both.
    private struct Stage {
        let size: Resolution
        let pixels: PixelDescription
        let graph: FilterGraph
        /// The table from the filters' output to BT.709; `nil` if the output is BT.709.
        let table: ColorTable?
    }

    init(_ source: VideoSource, _ rungs: [RungPlan], timeBase: Rational) {
        self.source = source
        self.rungs = rungs
        self.timeBase = timeBase
        stages = rungs.map { _ in nil }
    }

    /// Makes the frames that are wanted and still missing.
    ///
    /// - Parameters:
    ///   - frame: The decoded frame.
    ///   - wanted: Whether each rendition needs a frame.
    ///   - frames: One element per rendition, the highest first, all made of the same decoded frame.
    /// - Throws: `LibAVError`; `InternalError` if the filters drop the frame.
    func convert(
        _ frame: borrowing Frame, wanted: [Bool], into frames: inout [SharedFrame?]
    ) throws {
        for (index, rung) in rungs.enumerated() where wanted[index] && frames[index] == nil {
            if let from = rung.scaledFrom, let larger = frames[from] {
                frames[index] = try filter(larger.frame, stage: index) { size, _ in
                    (VideoFilters.scaling(from: size, to: rung.size), nil)
                }
            } else {
                frames[index] = try filter(frame, stage: index) { size, pixels in
                    (
                        VideoFilters.first(pixels, size, source, to: rung.size),
                        WideColor(pixels, source.dynamicRange)
                    )
                }
            }
        }
    }

    private func filter(
        _ frame: borrowing Frame, stage index: Int,
        _ conversion: (Resolution, PixelDescription) -> (String, WideColor?)
    ) throws -> SharedFrame {
        let (size, pixels) = (frame.size, frame.pixels)
        if stages[index]?.size != size || stages[index]?.pixels != pixels {
            let (text, wide) = conversion(size, pixels)
            let graph = try FilterGraph(
                text, for: frame, isVideo: true, timeBase: timeBase, outputs: 1)
            stages[index] = Stage(size: size, pixels: pixels, graph: graph, table: wide?.table)
        }
        let result = try Frame()
        guard let stage = stages[index] else { throw InternalError("no filters") }
        try stage.graph.push(frame)
        guard try stage.graph.pull(into: result) else {
            throw InternalError("\(rungs[index].name): the filters dropped a frame")
        }
        guard let table = stage.table else { return SharedFrame(result) }
        return try SharedFrame(table.apply(to: result))
    }
}
