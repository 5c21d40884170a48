internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Makes progressive frames of interlaced ones.
///
/// bwdif fills in the lines of the other field from the frames before and after, and of the first and the last field from
/// those fields alone. A frame without neighbors is the first and the last: bwdif then takes the frame itself for its
/// neighbors and weaves both fields together. Such a frame is pushed twice, and of what comes out, the frames made of a
/// single field are taken.
final class Deinterlacer {
    private let graph: FilterGraph
    private let mode: Deinterlacing
    /// Ticks of a frame whose successor does not say how long it lasts.
    private let frameDuration: Int
    /// The first frame, until a second one comes.
    private var only: SharedFrame?
    private var isEmpty = true

    /// Makes the filters for frames like the one given.
    init(_ mode: Deinterlacing, for frame: borrowing Frame, _ grid: FrameGrid) throws {
        self.mode = mode
        graph = try FilterGraph(
            VideoFilters.deinterlacing(mode), for: frame, isVideo: true, timeBase: grid.timeBase,
            outputs: 1)
        frameDuration = max(1, (grid.rate.inverse * 2 / grid.timeBase).rounded)
    }

    /// Seconds of a tick of the frames that come out.
    var timeBase: Rational { graph.timeBase() }

    /// Takes the next frame, whose time is in ticks of the grid's time base, and hands over those that are finished.
    func take(
        _ frame: borrowing Frame, time: Int, _ body: (consuming Frame, _ time: Int) throws -> Void
    ) throws {
        let shared = try frame.sharing()
        shared.presentationTime = time
        only = isEmpty ? SharedFrame(try shared.sharing()) : nil
        isEmpty = false
        try graph.push(shared)
        try pull(body)
    }

    /// Hands over the frames that are left at the end of the stream.
    func end(_ body: (consuming Frame, _ time: Int) throws -> Void) throws {
        guard let only else {
            try graph.end()
            return try pull(body)
        }
        let again = try only.frame.sharing()
        again.presentationTime = (only.frame.presentationTime ?? 0) + frameDuration
        try graph.push(again)
        try graph.end()
        var frames: [(frame: SharedFrame, time: Int)] = []
        try pull { frames.append((SharedFrame($0), $1)) }
        guard let first = frames.first else { return }
        try body(first.frame.frame.sharing(), first.time)
        // Two fields of each; the first one and the last one were made of one field.
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
