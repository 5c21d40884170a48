internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Puts source frames on the output grid and hands each output frame to whatever takes each rung's pictures.
///
/// Fed in order of presentation. Frame n of the grid shows the last source frame below its threshold; before the first one
/// is due, the first one is shown.
final class FrameRateConverter {
    private let plan: VideoPlan
    private let chunk: ChunkPlan
    private let takers: [any FrameConsumer]
    private let converter: FrameConverter
    private var deinterlacer: Deinterlacer?
    private let isStopped: @Sendable () -> Bool
    private let report: @Sendable (Double) -> Void
    let thumbnails: ThumbnailCollector?

    /// The source frame that is current, and what has been made of it.
    private var current: SharedFrame?
    private var currentIsCorrupt = false
    private var pictures: [SharedFrame?]
    /// The next frame of the grid, and where it stands among the chunk's segments.
    private var next: Int
    private var segment = 0

    init(
        _ plan: VideoPlan, _ chunk: ChunkPlan, _ takers: [any FrameConsumer], folder: String,
        isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Double) -> Void
    ) throws {
        self.plan = plan
        self.chunk = chunk
        self.takers = takers
        self.isStopped = isStopped
        self.report = report
        converter = FrameConverter(plan.source, plan.rungs, timeBase: plan.grid.timeBase)
        thumbnails = try plan.thumbnails.map { try ThumbnailCollector($0, chunk, folder: folder) }
        pictures = plan.rungs.map { _ in nil }
        next = chunk.frames.lowerBound
    }

    /// Takes the next source frame, shown from a time on in ticks of the source's picture track.
    func take(_ frame: borrowing Frame, time: Int) throws {
        guard let mode = plan.source.deinterlacing else {
            try place(frame.sharing(), time: time, tick: plan.grid.timeBase)
            return
        }
        let deinterlacer = try deinterlacer ?? Deinterlacer(mode, for: frame, plan.grid)
        self.deinterlacer = deinterlacer
        try deinterlacer.take(frame, time: time) {
            try place($0, time: $1, tick: deinterlacer.timeBase)
        }
    }

    /// Ends the chunk: the last source frame is shown to its end.
    ///
    /// - Returns: One a rung, if encoders took the pictures.
    func finish() throws -> [RenditionResult] {
        try finishGrid()
        return try zip(plan.rungs, takers).map { rung, taker in
            let segments = try taker.finish()
            guard let first = segments.first, segments.count == chunk.segments.count else {
                throw InternalError("\(rung.name): segments are missing")
            }
            guard segments.allSatisfy({ $0.initialization == first.initialization }) else {
                throw InternalError("\(rung.name): init segments differ")
            }
            return RenditionResult(
                name: rung.name, codec: first.codec, initialization: first.initialization,
                segments: segments)
        }
    }

    /// Shows the last source frame to the chunk's end.
    func finishGrid() throws {
        if let deinterlacer {
            try deinterlacer.end { try place($0, time: $1, tick: deinterlacer.timeBase) }
        }
        while next < chunk.frames.upperBound { try emit() }
    }

    /// Ends the encoders of a try that failed, before another one writes into the same folder.
    func abandon() {
        for taker in takers { taker.abandon() }
    }

    private func place(_ frame: consuming Frame, time: Int, tick: Rational) throws {
        // What was current stays so up to the first grid frame for which this one is due.
        if current != nil {
            while next < chunk.frames.upperBound, plan.grid.threshold(next, tick: tick) <= time {
                try emit()
            }
        }
        currentIsCorrupt = frame.isCorrupt
        current = SharedFrame(frame)
        pictures = plan.rungs.map { _ in nil }
    }

    private func emit() throws {
        guard let current else { return }
        if isStopped() { throw CancellationError() }
        let number = next - chunk.segments[segment].firstFrame
        let wanted = plan.rungs.map { number % $0.divisor == 0 }
        if !takers.isEmpty || thumbnails?.wants(next) ?? false {
            try converter.convert(current.frame, wanted: wanted, into: &pictures)
        }
        for (index, taker) in takers.enumerated() {
            guard wanted[index], let picture = pictures[index] else { continue }
            let isTaken = taker.take(picture, number: number / plan.rungs[index].divisor)
            if !isTaken { try giveUp(taker) }
        }
        try lookAt(next)
        next += 1
        if next == chunk.segments[segment].frames.upperBound {
            for taker in takers where !taker.endSegment() { try giveUp(taker) }
            segment += 1
        }
        report(Double(next - chunk.frames.lowerBound) / Double(chunk.frames.count))
    }

    private func lookAt(_ frame: Int) throws {
        guard let thumbnails, thumbnails.wants(frame) else { return }
        guard let small = pictures.last ?? nil, let large = pictures.first ?? nil else { return }
        try thumbnails.take(frame, small: small, large: large, isCorrupt: currentIsCorrupt)
    }

    /// One that takes no more frames has failed: its error is the chunk's.
    private func giveUp(_ taker: any FrameConsumer) throws {
        _ = try taker.finish()
        throw InternalError("an encoder stopped early")
    }
}
