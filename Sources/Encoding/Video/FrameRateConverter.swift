internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Sandbox
internal import SystemPackage

/// Puts source frames on the output grid and passes each output frame to the consumers of renditions.
///
/// A rendition's frames depend on the renditions that they are scaled from, which are made for it if they have no consumers
/// themselves, and on no others.
///
/// Source frames arrive in presentation order. Frame n of the grid is the last source frame before the threshold of n;
/// before the first source frame, the grid repeats the first source frame.
final class FrameRateConverter {
    private let plan: VideoPlan
    private let chunk: ChunkPlan
    private let consumers: [Consumer]
    /// Whether each rendition's frames are made: for a consumer, and for thumbnails.
    private let isConsumed: [Bool]
    private let isForThumbnails: [Bool]
    private let converter: FrameConverter
    private var deinterlacer: Deinterlacer?
    private let isStopped: @Sendable () -> Bool
    private let report: @Sendable (Double) -> Void
    private let clock: StageClock
    let thumbnails: ThumbnailCollector?

    /// The current source frame, and the renditions' frames made of it.
    private var current: SharedFrame?
    private var currentIsCorrupt = false
    private var renditionFrames: [SharedFrame?]
    /// Whether a frame of the grid that each rendition has shows the current source frame, wherever that frame is made.
    private var hasShown: [Bool]
    /// The next frame of the grid, and the index of its segment in the chunk.
    private var next: Int
    private var segment = 0

    /// The consumer of a rendition's frames.
    struct Consumer {
        /// The index of the rung in the plan.
        let rung: Int
        let consumer: any FrameConsumer
    }

    init(
        _ plan: VideoPlan, _ chunk: ChunkPlan, _ consumers: [Consumer], folder: FilePath,
        isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Double) -> Void,
        clock: StageClock = StageClock()
    ) throws {
        self.plan = plan
        self.chunk = chunk
        self.consumers = consumers
        self.isStopped = isStopped
        self.report = report
        self.clock = clock
        converter = FrameConverter(plan.source, plan.rungs, timeBase: plan.grid.timeBase)
        thumbnails = try plan.thumbnails.map { try ThumbnailCollector($0, chunk, folder: folder) }
        let consumed = plan.cascade(toAll: consumers.map(\.rung))
        let shown = plan.cascade(toAll: plan.thumbnailRenditions)
        isConsumed = plan.rungs.indices.map(consumed.contains)
        isForThumbnails = plan.rungs.indices.map(shown.contains)
        renditionFrames = plan.rungs.map { _ in nil }
        hasShown = plan.rungs.map { _ in false }
        next = chunk.frames.lowerBound
    }

    /// Takes the next source frame, whose time is in ticks of the source's video track.
    func take(_ frame: borrowing Frame, time: Int) throws {
        try clock.measure(Stage.convert) {
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
    }

    /// Repeats the last source frame to the chunk's end and finishes all consumers.
    ///
    /// - Returns: The results in the order of the consumers, if these are encoders.
    func finish() throws -> [RenditionResult] {
        try finishGrid()
        return try consumers.map { consumer in
            let rung = plan.rungs[consumer.rung]
            let segments = try consumer.consumer.finish()
            guard let first = segments.first, segments.count == chunk.units.count else {
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
        try clock.measure(Stage.convert) {
            if let deinterlacer {
                try deinterlacer.end { try setCurrent($0, time: $1, tick: deinterlacer.timeBase) }
            }
            while next < chunk.frames.upperBound { try emit() }
        }
    }

    /// Stops the consumers of an attempt that failed, before another attempt writes into the same folder.
    func abandon() {
        for consumer in consumers { consumer.consumer.abandon() }
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
        for index in plan.rungs.indices {
            renditionFrames[index] = nil
            hasShown[index] = false
        }
    }

    private func emit() throws {
        guard let current else { return }
        if isStopped() { throw CancellationError() }
        let number = next - chunk.units[segment].firstFrame
        let isDue = plan.rungs.map { number % $0.divisor == 0 }
        for index in plan.rungs.indices where isDue[index] { hasShown[index] = true }
        let isThumbnail = hasThumbnail(next)
        try converter.convert(
            current.frame,
            wanted: plan.rungs.indices.map {
                (isDue[$0] && isConsumed[$0]) || (isThumbnail && isForThumbnails[$0])
            }, into: &renditionFrames)
        for consumer in consumers where isDue[consumer.rung] {
            guard let frame = renditionFrames[consumer.rung] else { continue }
            let isTaken = consumer.consumer.take(
                frame, number: number / plan.rungs[consumer.rung].divisor)
            if !isTaken { try throwError(of: consumer.consumer) }
        }
        if isThumbnail { try collectThumbnail(next) }
        next += 1
        if next == chunk.units[segment].frames.upperBound {
            for consumer in consumers where !consumer.consumer.endSegment() {
                try throwError(of: consumer.consumer)
            }
            segment += 1
        }
        report(Double(next - chunk.frames.lowerBound) / Double(chunk.frames.count))
    }

    /// Returns whether a frame of the grid is evaluated for thumbnails, which does not depend on the consumers.
    private func hasThumbnail(_ frame: Int) -> Bool {
        guard let thumbnails, thumbnails.wants(frame) else { return false }
        return plan.thumbnailRenditions.allSatisfy { hasShown[$0] }
    }

    private func collectThumbnail(_ frame: Int) throws {
        guard let thumbnails, let small = renditionFrames.last ?? nil,
            let large = renditionFrames.first ?? nil
        else { return }
        try clock.measure(Stage.thumbnails) {
            try thumbnails.take(frame, small: small, large: large, isCorrupt: currentIsCorrupt)
        }
    }

    /// Throws the error of a consumer that accepts no more frames.
    private func throwError(of consumer: any FrameConsumer) throws {
        _ = try consumer.finish()
        throw InternalError("an encoder stopped early")
    }
}
