internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import SystemPackage

/// Puts source frames on the output grid and passes each output frame to the consumer of each rung.
///
/// Source frames arrive in presentation order. Frame n of the grid is the last source frame before the threshold of n;
/// before the first source frame, the grid repeats the first source frame.
final class FrameRateConverter {
    private let plan: VideoPlan
    private let chunk: ChunkPlan
    private let consumers: [any FrameConsumer]
    private let converter: FrameConverter
    private var deinterlacer: Deinterlacer?
    private let isStopped: @Sendable () -> Bool
    private let report: @Sendable (Double) -> Void
    let thumbnails: ThumbnailCollector?

    /// The current source frame, and the renditions' frames made of it.
    private var current: SharedFrame?
    private var currentIsCorrupt = false
    private var renditionFrames: [SharedFrame?]
    /// The next frame of the grid, and the index of its segment in the chunk.
    private var next: Int
    private var segment = 0

    init(
        _ plan: VideoPlan, _ chunk: ChunkPlan, _ consumers: [any FrameConsumer], folder: FilePath,
        isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Double) -> Void
    ) throws {
        self.plan = plan
        self.chunk = chunk
        self.consumers = consumers
        self.isStopped = isStopped
        self.report = report
        converter = FrameConverter(plan.source, plan.rungs, timeBase: plan.grid.timeBase)
        thumbnails = try plan.thumbnails.map { try ThumbnailCollector($0, chunk, folder: folder) }
        renditionFrames = plan.rungs.map { _ in nil }
        next = chunk.frames.lowerBound
    }

    /// Takes the next source frame, whose time is in ticks of the source's video track.
    func take(_ frame: borrowing Frame, time: Int) throws {
        guard let mode = plan.source.deinterlacing else {
            try setCurrent(frame.sharing(), time: time, tick: plan.grid.timeBase)
            return
        }
        let deinterlacer = try deinterlacer ?? Deinterlacer(mode, for: frame, plan.grid)
        self.deinterlacer = deinterlacer
        try deinterlacer.take(frame, time: time) {
            try setCurrent($0, time: $1, tick: deinterlacer.timeBase)
        }
    }

    /// Repeats the last source frame to the chunk's end and finishes all consumers.
    ///
    /// - Returns: One result per rung, if the consumers are encoders.
    func finish() throws -> [RenditionResult] {
        try finishGrid()
        return try zip(plan.rungs, consumers).map { rung, consumer in
            let segments = try consumer.finish()
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

    /// Repeats the last source frame to the chunk's end.
    func finishGrid() throws {
        if let deinterlacer {
            try deinterlacer.end { try setCurrent($0, time: $1, tick: deinterlacer.timeBase) }
        }
        while next < chunk.frames.upperBound { try emit() }
    }

    /// Stops the consumers of an attempt that failed, before another attempt writes into the same folder.
    func abandon() {
        for consumer in consumers { consumer.abandon() }
    }

    private func setCurrent(_ frame: consuming Frame, time: Int, tick: Rational) throws {
        // The previous source frame fills the grid up to the first threshold after `time`.
        if current != nil {
            while next < chunk.frames.upperBound, plan.grid.threshold(next, tick: tick) <= time {
                try emit()
            }
        }
        currentIsCorrupt = frame.isCorrupt
        current = SharedFrame(frame)
        renditionFrames = plan.rungs.map { _ in nil }
    }

    private func emit() throws {
        guard let current else { return }
        if isStopped() { throw CancellationError() }
        let number = next - chunk.segments[segment].firstFrame
        let wanted = plan.rungs.map { number % $0.divisor == 0 }
        if !consumers.isEmpty || thumbnails?.wants(next) ?? false {
            try converter.convert(current.frame, wanted: wanted, into: &renditionFrames)
        }
        for (index, consumer) in consumers.enumerated() {
            guard wanted[index], let frame = renditionFrames[index] else { continue }
            let isTaken = consumer.take(frame, number: number / plan.rungs[index].divisor)
            if !isTaken { try throwError(of: consumer) }
        }
        try collectThumbnail(next)
        next += 1
        if next == chunk.segments[segment].frames.upperBound {
            for consumer in consumers where !consumer.endSegment() { try throwError(of: consumer) }
            segment += 1
        }
        report(Double(next - chunk.frames.lowerBound) / Double(chunk.frames.count))
    }

    private func collectThumbnail(_ frame: Int) throws {
        guard let thumbnails, thumbnails.wants(frame) else { return }
        guard let small = renditionFrames.last ?? nil, let large = renditionFrames.first ?? nil
        else { return }
        try thumbnails.take(frame, small: small, large: large, isCorrupt: currentIsCorrupt)
    }

    /// Throws the error of a consumer that accepts no more frames.
    private func throwError(of consumer: any FrameConsumer) throws {
        _ = try consumer.finish()
        throw InternalError("an encoder stopped early")
    }
}
