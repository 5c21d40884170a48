internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The mean visual activity of some frames of a segment, before they are encoded.
///
/// XPSNR divides squared errors by it. It is measured on bands of rows of every sixth frame of a GOP, which is enough for its change
/// within a GOP.
struct SourceActivity {
    /// The measured frames of a GOP: the first one that has two predecessors, and each sixth one after it.
    private static let measured = (first: 2, step: 6)
    /// The number of bands, spread evenly over the height, and their rows.
    ///
    /// Frames that are not higher than these have one band.
    private static let bands = (count: 8, rows: 16)

    private let gop: Int
    private let size: Resolution
    private let order: ColumnSums.Order
    private let tops: [Int]
    private let rowCount: Int
    /// The bands of the frames before the next one, the nearest first.
    private var earlier: [[LumaPlane]] = []
    /// The activity of each measured frame, by its number from the segment's start.
    private(set) var values: [Int: Double] = [:]

    /// - Parameter rung: The rendition.
    init(of rung: RungPlan) {
        gop = rung.gop
        size = rung.size
        order = XPSNR.isSecondOrder(rung.frameRate) ? .second : .first
        let (count, rows) = Self.bands
        if rung.size.height > count * rows {
            tops = (0..<count).map { (rung.size.height - rows) * $0 / (count - 1) }
            rowCount = rows
        } else {
            tops = [0]
            rowCount = rung.size.height
        }
    }

    /// Takes a frame before it is encoded, numbered from the segment's start.
    mutating func take(_ frame: borrowing Frame, number: Int) {
        let (first, step) = Self.measured
        // The distance to the next measured frame.
        let distance = (step - (number % gop - first) % step) % step
        guard distance <= first else { return }
        let bands = bands(of: frame)
        if distance == 0, number % gop >= first, earlier.count == first {
            values[number] = activity(of: bands)
        }
        earlier = Array(([bands] + earlier).prefix(first))
    }

    private func bands(of frame: borrowing Frame) -> [LumaPlane] {
        let size = Resolution(width: size.width, height: rowCount)
        return tops.compactMap { top in
            frame.luma(from: top, count: rowCount).map { LumaPlane($0, size: size) }
        }
    }

    /// Returns the mean activity of bands, whose predecessors are known.
    private func activity(of bands: [LumaPlane]) -> Double {
        guard earlier.allSatisfy({ $0.count == bands.count }), size.width > 2, rowCount > 2 else {
            return XPSNR.leastActivity
        }
        var (spatial, temporal) = (0, 0)
        for (index, band) in bands.enumerated() {
            var filter = HighPassFilter(width: size.width)
            var sums = [Int32](repeating: 0, count: size.width)
            for row in 1..<rowCount - 1 { filter.add(row: row, of: band.samples, to: &sums) }
            spatial += sums.reduce(0) { $0 + Int($1) }
            sums = [Int32](repeating: 0, count: size.width)
            for row in 0..<rowCount {
                ColumnSums.addDifferences(
                    row: row, of: band.samples, earlier[0][index].samples,
                    earlier[1][index].samples, order: order, width: size.width, to: &sums)
            }
            temporal += sums.reduce(0) { $0 + Int($1) }
        }
        let inner = bands.count * (size.width - 2) * (rowCount - 2)
        let all = bands.count * size.width * rowCount
        return max(
            XPSNR.leastActivity,
            Double(spatial) / Double(max(1, inner)) + 2 * Double(temporal) / Double(max(1, all)))
    }
}
