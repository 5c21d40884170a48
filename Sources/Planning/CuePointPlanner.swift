internal import MediaModel
internal import MediaUnits

/// Places the cue points of a request on the grid of a package.
///
/// Cue points are times of the upload; in the plan they are times of the package, each with a segment that starts there.
struct CuePointPlanner {
    /// Where segments can start.
    struct Grid {
        /// The number of possible starts, from time 0 to the end.
        let count: Int
        /// The possible starts in one second.
        let rate: Rational
        /// The distance between two IDR frames, in seconds.
        let gop: Rational
        /// The starts that all renditions have are multiples of this number.
        let unit: Int
    }

    /// The cue points of the package, in order, with identifiers.
    let cuePoints: [CuePoint]
    /// The starts of segments at cue points, in order, without start and end of the package.
    let starts: [Int]
    let findings: [Finding]

    /// Places cue points.
    ///
    /// - Parameters:
    ///   - requested: The cue points, in any order.
    ///   - range: The published range, whose start is time 0 of the package.
    ///   - origin: Time 0 of the upload, in seconds of its clock.
    ///   - grid: Where segments can start.
    /// - Throws: `PlanningError` with `BAD_CUE_POINTS` if two have one identifier, or if they are closer together than a GOP.
    init(
        _ requested: [CuePoint], _ range: PublishedRange, origin: Rational, on grid: Grid
    ) throws(PlanningError) {
        let length = range.end - range.start
        var placed: [Placed] = []
        var findings: [Finding] = []
        for cuePoint in requested {
            switch Self.place(cuePoint, length, range.start - origin, on: grid) {
            case .outside:
                findings.append(
                    Finding(
                        .cuePointDropped, .warning,
                        "The cue point at \(cuePoint.position.text) is outside of what is published,"
                            + " and is left out."))
            case .inside(let start, let isMoved):
                placed.append(Placed(cuePoint: cuePoint, start: start))
                guard isMoved else { continue }
                findings.append(
                    Finding(
                        .cuePointMoved, .warning,
                        "The cue point at \(cuePoint.position.text) is moved to the"
                            + " \(start == 0 ? "start" : "end"), since a segment in between would"
                            + " be shorter than a third of a GOP."))
            }
        }
        placed.sort { $0.start < $1.start }
        try Self.check(placed, on: grid)
        cuePoints = try Self.named(placed, on: grid)
        starts = placed.map(\.start).filter { $0 > 0 && $0 < grid.count }
        self.findings = findings
    }

    private struct Placed {
        let cuePoint: CuePoint
        let start: Int
    }

    private enum Placement {
        case inside(Int, isMoved: Bool)
        case outside
    }

    private static func place(
        _ cuePoint: CuePoint, _ length: Rational, _ offset: Rational, on grid: Grid
    ) -> Placement {
        guard case .time(let time) = cuePoint.position else {
            return .inside(grid.count, isMoved: false)
        }
        // The pre-roll of an upload is that of its package too.
        if time == .zero { return .inside(0, isMoved: false) }
        let shift = time - offset
        guard shift >= .zero, shift <= length else { return .outside }
        let start = (shift * grid.rate / grid.unit).rounded * grid.unit
        let least = (grid.gop * grid.rate / 3).ceiling
        if start < least { return .inside(0, isMoved: start > 0) }
        if grid.count - start < least { return .inside(grid.count, isMoved: start < grid.count) }
        return .inside(start, isMoved: false)
    }

    private static func check(_ placed: [Placed], on grid: Grid) throws(PlanningError) {
        let gop = (grid.gop * grid.rate).floor
        for (first, second) in zip(placed, placed.dropFirst())
        where second.start - first.start < gop {
            let texts = (first.cuePoint.position.text, second.cuePoint.position.text)
            throw PlanningError(
                code: .badCuePoints,
                message: first.start == second.start
                    ? texts.0 == texts.1
                        ? "two cue points are at \(texts.0)"
                        : "the cue points at \(texts.0) and \(texts.1) are at the same time"
                    : "the cue points at \(texts.0) and \(texts.1) are closer together than a GOP,"
                        + " \(TimeText.text(grid.gop))",
                advice: "remove one of them")
        }
    }

    /// Returns cue points with times of the package; the ones without an identifier get their number, or the next free one.
    private static func named(
        _ placed: [Placed], on grid: Grid
    ) throws(PlanningError) -> [CuePoint] {
        var identifiers: Set<String> = []
        for id in placed.compactMap(\.cuePoint.id) where !identifiers.insert(id).inserted {
            throw PlanningError(
                code: .badCuePoints, message: "two cue points have the identifier \(id)",
                advice: "give each cue point an identifier of its own")
        }
        var result: [CuePoint] = []
        for (index, entry) in placed.enumerated() {
            var cuePoint = entry.cuePoint
            if cuePoint.id == nil {
                var number = index + 1
                while !identifiers.insert("cue-\(number)").inserted { number += 1 }
                cuePoint.id = "cue-\(number)"
            }
            cuePoint.position =
                entry.start >= grid.count ? .end : .time(grid.rate.inverse * entry.start)
            result.append(cuePoint)
        }
        return result
    }
}
