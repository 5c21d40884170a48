internal import LibAV
internal import MediaModel

/// The frames of a segment that are compared with decoded ones, with their weights; retained until the segment is finished.
struct ComparedFrames {
    private let rung: RungPlan
    let xpsnr: XPSNR
    private let wanted: Set<Int>
    /// The frames before the next one, the nearest first.
    private var earlier: [LumaPlane] = []
    private var sources: [Int: (luma: LumaPlane, weights: [Double])] = [:]

    /// - Parameters:
    ///   - wanted: The frames, by their numbers from the segment's start.
    ///   - rung: The rendition.
    init(_ wanted: Set<Int>, of rung: RungPlan) {
        self.rung = rung
        self.wanted = wanted
        xpsnr = XPSNR(size: rung.size, frameRate: rung.frameRate)
    }

    /// Takes a frame before it is encoded, numbered from the segment's start.
    mutating func take(_ frame: borrowing Frame, number: Int) {
        let isNeeded = (1...xpsnr.predecessors).contains { wanted.contains(number + $0) }
        guard wanted.contains(number) || isNeeded, let luma = LumaPlane(frame) else { return }
        // Those before an IDR are another unit's, which may be encoded elsewhere.
        if number % rung.gop == 0 { earlier = [] }
        if wanted.contains(number) {
            sources[number] = (luma, xpsnr.weights(of: luma, after: earlier))
        }
        earlier = Array(([luma] + earlier).prefix(xpsnr.predecessors))
    }

    /// Releases the frames that later ones would have needed.
    mutating func endSegment() { earlier = [] }

    /// Compares a decoded frame with its source; returns `nil` if it is not to be compared, is corrupt, or has another format.
    func comparison(of frame: borrowing Frame, number: Int) -> FrameComparison? {
        guard let source = sources[number], frame.size == rung.size, !frame.isCorrupt,
            let luma = LumaPlane(frame)
        else { return nil }
        return FrameComparison(
            errors: xpsnr.errors(of: luma, from: source.luma), weights: source.weights, xpsnr)
    }
}
