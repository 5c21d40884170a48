internal import MediaUnits

/// The square blocks into which XPSNR divides a frame, row by row, and what is measured in them.
///
/// The loops run over whole rows of pixels and add to a sum for each column, which compilers turn into vector instructions.
struct BlockGrid: Sendable {
    let size: Resolution
    /// The length of a block's side, in pixels: 128 for 3840x2160, in steps of 4; 0 for frames that are too small for blocks.
    let side: Int
    /// Whether activity is that of a frame of half the size, as above 2048x1152.
    let isHalved: Bool

    init(_ size: Resolution) {
        self.size = size
        side = 4 * Int(32 * Self.share(size).squareRoot() + 0.5)
        isHalved = size.pixelCount > 2048 * 1152
    }

    /// Returns the area of a frame as a share of that of 3840x2160.
    static func share(_ size: Resolution) -> Double { Double(size.pixelCount) / (3840 * 2160) }

    /// The number of blocks in a row.
    private var columns: Int { (size.width + side - 1) / side }

    /// Returns the sum of squared errors of each block, or of the frame if it has no blocks.
    func squaredErrors(_ decoded: LumaPlane, _ source: LumaPlane) -> [Double] {
        sums(of: 0..<size.width, rows: 0..<size.height) { row, sums in
            ColumnSums.addSquaredErrors(
                row: row, of: decoded.samples, source.samples, width: size.width, to: &sums)
        }.map(Double.init)
    }

    /// Returns the mean output of a high-pass filter in each block, without the frame's border, where the filter has no input.
    ///
    /// - Returns: `nil` for blocks that consist of the border.
    func spatialActivity(of source: LumaPlane) -> [Double?] {
        let border = isHalved ? 2 : 1
        let inner = (
            columns: border..<max(border, size.width - border),
            rows: border..<max(border, size.height - border)
        )
        var filter = HighPassFilter(width: size.width)
        let sums = sums(of: inner.columns, rows: inner.rows, step: isHalved ? 2 : 1) { row, sums in
            if isHalved {
                filter.addHalved(row: row, of: source.samples, to: &sums)
            } else {
                filter.add(row: row, of: source.samples, to: &sums)
            }
        }
        return zip(sums, blockRanges).map { sum, block in
            let width = block.columns.clamped(to: inner.columns).count
            let height = block.rows.clamped(to: inner.rows).count
            guard width > 0, height > 0 else { return nil }
            // The filter ignores blocks of the halved frame that are too narrow for its vector instructions.
            if isHalved, width + (block.columns.lowerBound == 0 ? border : 0) <= 12 { return 0 }
            return Double(sum) / Double(width * height)
        }
    }

    /// Returns the mean difference of each block to earlier frames.
    ///
    /// - Parameters:
    ///   - source: A frame of the source.
    ///   - earlier: The frames before it, the nearest first; missing ones count as black.
    ///   - isSecondOrder: Whether the difference of two differences is measured.
    /// - Returns: The mean of each block.
    func temporalActivity(
        of source: LumaPlane, after earlier: [LumaPlane], isSecondOrder: Bool
    ) -> [Double] {
        let black =
            earlier.count < (isSecondOrder ? 2 : 1)
            ? [UInt8](repeating: 0, count: size.pixelCount) : []
        let last = earlier.first?.samples ?? black
        let before = isSecondOrder ? (earlier.count > 1 ? earlier[1].samples : black) : last
        let order: ColumnSums.Order = isSecondOrder ? .second : .first
        let sums = sums(of: 0..<size.width, rows: 0..<size.height, step: isHalved ? 2 : 1) {
            row, sums in
            if isHalved {
                ColumnSums.addHalvedDifferences(
                    row: row, of: source.samples, last, before, order: order, width: size.width,
                    to: &sums)
            } else {
                ColumnSums.addDifferences(
                    row: row, of: source.samples, last, before, order: order, width: size.width,
                    to: &sums)
            }
        }
        return zip(sums, blockRanges).map { sum, block in
            Double(sum) / Double(block.columns.count * block.rows.count)
        }
    }

    /// Returns the weights, each limited to the largest one beside or above it, so that single blocks do not dominate.
    func limited(_ weights: [Double]) -> [Double] {
        var limited = weights
        for index in weights.indices {
            let column = index % columns
            let neighbors = [
                column > 0 ? limited[index - 1] : nil,
                column + 1 < columns ? weights[index + 1] : nil,
                index >= columns ? limited[index - columns] : nil,
            ]
            limited[index] = min(weights[index], neighbors.compactMap { $0 }.max() ?? .infinity)
        }
        return limited
    }

    /// The number of pixels of each block.
    var pixelCounts: [Int] {
        side > 0 ? blockRanges.map { $0.columns.count * $0.rows.count } : [size.pixelCount]
    }

    /// The pixels of each block.
    private var blockRanges: [(columns: Range<Int>, rows: Range<Int>)] {
        stride(from: 0, to: size.height, by: side).flatMap { top in
            stride(from: 0, to: size.width, by: side).map { left in
                (left..<min(left + side, size.width), top..<min(top + side, size.height))
            }
        }
    }

    /// Adds rows of values to sums for each column of pixels, and then those of each block.
    ///
    /// - Parameters:
    ///   - columns: The columns that count.
    ///   - rows: The rows that count.
    ///   - step: The distance of the rows that are added.
    ///   - add: Adds the values of a row to the sums.
    /// - Returns: The sum of each block.
    private func sums(
        of columns: Range<Int>, rows: Range<Int>, step: Int = 1,
        _ add: (_ row: Int, _ sums: inout [Int32]) -> Void
    ) -> [Int] {
        let side = side > 0 ? side : max(size.width, size.height)
        var result: [Int] = []
        for top in stride(from: 0, to: size.height, by: side) {
            var sums = [Int32](repeating: 0, count: size.width)
            let block = (top..<min(top + side, size.height)).clamped(to: rows)
            for row in stride(from: block.lowerBound, to: block.upperBound, by: step) {
                add(row, &sums)
            }
            for left in stride(from: 0, to: size.width, by: side) {
                let range = (left..<min(left + side, size.width)).clamped(to: columns)
                result.append(ColumnSums.total(of: range, in: sums))
            }
        }
        return result
    }
}
