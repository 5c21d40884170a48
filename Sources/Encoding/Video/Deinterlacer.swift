internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Converts interlaced frames to progressive ones.
///
/// bwdif interpolates the lines of the other field from the previous and next frames; for the first and the last field, it
/// uses those fields alone. A stream of one frame has no neighbors: bwdif then uses the frame itself as its neighbors and
/// weaves both fields together. Such a frame is pushed twice, and only the output frames made of a single field are used.
final class Deinterlacer {
    private let graph: FilterGraph
    private let mode: Deinterlacing
    /// The duration of a frame without a successor, in ticks.
    private let frameDuration: Int
    /// The first frame, until a second one arrives.
    private var singleFrame: SharedFrame?
    private var isEmpty = true

    /// Makes the filter for frames like the one given.
    init(_ mode: Deinterlacing, for frame: borrowing Frame, _ grid: FrameGrid) throws {
        self.mode = mode
        graph = try FilterGraph(
            VideoFilters.deinterlacing(mode), for: frame, isVideo: true, timeBase: grid.timeBase,
            outputs: 1)
        frameDuration = max(1, (grid.rate.inverse * 2 / grid.timeBase).rounded)
    }

    /// The duration of a tick of the output frames, in seconds.
    var timeBase: Rational { graph.timeBase() }

    /// Deinterlaces the next frame, whose time is in ticks of the grid's time base, and passes on finished frames.
    func take(
        _ frame: borrowing Frame, time: Int, _ body: (consuming Frame, _ time: Int) throws -> Void
    ) throws {
        let shared = try frame.sharing()
        shared.presentationTime = time
        singleFrame = isEmpty ? SharedFrame(try shared.sharing()) : nil
        isEmpty = false
        try graph.push(shared)
        try pull(body)
    }

    /// Passes on the remaining frames at the end of the stream.
    func end(_ body: (consuming Frame, _ time: Int) throws -> Void) throws {
        guard let singleFrame else {
            try graph.end()
            return try pull(body)
        }
        let copy = try singleFrame.frame.sharing()
        copy.presentationTime = (singleFrame.frame.presentationTime ?? 0) + frameDuration
        try graph.push(copy)
        try graph.end()
        var frames: [(frame: SharedFrame, time: Int)] = []
        try pull { frames.append((SharedFrame($0), $1)) }
        guard let first = frames.first else { return }
        try body(first.frame.frame.sharing(), first.time)
        // Two frames per pushed frame; the first and the last of the four were made of one field.
        guard mode == .field, frames.count == 4 else { return }
        try body(frames[3].frame.frame.sharing(), frames[1].time)
    }

    private func pull(_ body: (consuming Frame, _ time: Int) throws -> Void) throws {
        while true {
            let frame = try Frame()
            guard try graph.pull(into: frame) else { return }
            let time = frame.presentationTime ?? 0
            try body(frame, time)
        }
    }
}
