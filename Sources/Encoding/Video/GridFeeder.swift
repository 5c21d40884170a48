internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Puts source frames on the output grid and hands each output frame to whatever takes each rung's pictures.
///
/// Fed in order of presentation. Frame n of the grid shows the last source frame below its threshold; before the first one
/// is due, the first one is shown.
final class GridFeeder {
    private let plan: VideoPlan
    private let node: NodePlan
    private let takers: [any PictureTaker]
    private let converter: PictureConverter
    private var deinterlacer: Deinterlacer?
    private let isStopped: @Sendable () -> Bool
    private let report: @Sendable (Double) -> Void
    let thumbnails: ThumbnailCollector?

    /// The source frame that is current, and what has been made of it.
    private var current: SharedFrame?
    private var currentIsDamaged = false
    private var pictures: [SharedFrame?]
    /// The next frame of the grid, and where it stands among the node's segments.
    private var next: Int
    private var segment = 0

    init(
        _ plan: VideoPlan, _ node: NodePlan, _ takers: [any PictureTaker], folder: String,
        isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Double) -> Void
    ) throws {
        self.plan = plan
        self.node = node
        self.takers = takers
        self.isStopped = isStopped
        self.report = report
        converter = PictureConverter(plan.source, plan.rungs, timeBase: plan.grid.timeBase)
        thumbnails = try plan.thumbnails.map { try ThumbnailCollector($0, node, folder: folder) }
        pictures = plan.rungs.map { _ in nil }
        next = node.frames.lowerBound
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

    /// Ends the node: the last source frame is shown to its end.
    ///
    /// - Returns: One a rung, if encoders took the pictures.
    func finish() throws -> [RenditionResult] {
        try finishGrid()
        return try zip(plan.rungs, takers).map { rung, taker in
            let segments = try taker.finish()
            guard let first = segments.first, segments.count == node.segments.count else {
                throw PackagingFault("\(rung.name): segments are missing")
            }
            guard segments.allSatisfy({ $0.initialization == first.initialization }) else {
                throw PackagingFault("\(rung.name): init segments differ")
            }
            return RenditionResult(
                name: rung.name, codec: first.codec, initialization: first.initialization,
                segments: segments)
        }
    }

    /// Shows the last source frame to the node's end.
    func finishGrid() throws {
        if let deinterlacer {
            try deinterlacer.end { try place($0, time: $1, tick: deinterlacer.timeBase) }
        }
        while next < node.frames.upperBound { try emit() }
    }

    /// Ends the encoders of a try that failed, before another one writes into the same folder.
    func abandon() {
        for taker in takers { taker.abandon() }
    }

    private func place(_ frame: consuming Frame, time: Int, tick: Rational) throws {
        // What was current stays so up to the first grid frame for which this one is due.
        if current != nil {
            while next < node.frames.upperBound, plan.grid.threshold(next, tick: tick) <= time {
                try emit()
            }
        }
        currentIsDamaged = frame.isDamaged
        current = SharedFrame(frame)
        pictures = plan.rungs.map { _ in nil }
    }

    private func emit() throws {
        guard let current else { return }
        if isStopped() { throw CancellationError() }
        let number = next - node.segments[segment].firstFrame
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
        if next == node.segments[segment].frames.upperBound {
            for taker in takers where !taker.endSegment() { try giveUp(taker) }
            segment += 1
        }
        report(Double(next - node.frames.lowerBound) / Double(node.frames.count))
    }

    private func lookAt(_ frame: Int) throws {
        guard let thumbnails, thumbnails.wants(frame) else { return }
        guard let small = pictures.last ?? nil, let large = pictures.first ?? nil else { return }
        try thumbnails.take(frame, small: small, large: large, isDamaged: currentIsDamaged)
    }

    /// One that takes no more frames has failed: its error is the node's.
    private func giveUp(_ taker: any PictureTaker) throws {
        _ = try taker.finish()
        throw PackagingFault("an encoder stopped early")
    }
}
