internal import LibAV
internal import MediaUnits

/// The luma of a frame, reduced to a short side of about 120 pixels, as a measure of how well one frame predicts another.
///
/// Encoders decide about frame types on reduced frames too: at a fraction of the cost, motion and noise remain visible.
struct ReducedLuma {
    let width: Int, height: Int
    /// Row by row.
    private let samples: [UInt8]

    private static let shortSide = 120
    /// The most rows that a sample is the mean of: more make large frames slower to measure, not the measure better.
    private static let maximumRows = 4
    private static let side = SampleRow.count
    /// The largest motion that is searched, in samples and in each direction: a thirtieth of the short side.
    private static let range = 4

    /// Reduces a frame; `nil` if it is smaller than a block, or its format has no luma samples.
    init?(_ frame: borrowing Frame) {
        // Alternate rows of an interlaced frame show different times.
        let fields = frame.isInterlaced ? 2 : 1
        let across = max(1, min(frame.size.width, frame.size.height) / Self.shortSide)
        let down = max(1, across / fields)
        width = frame.size.width / across
        height = frame.size.height / fields / down
        guard width >= Self.side, height >= Self.side else { return nil }
        let rows = min(down, Self.maximumRows)
        var band = [UInt8](repeating: 0, count: rows * frame.size.width)
        var sums = [UInt16](repeating: 0, count: frame.size.width)
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height)
        for row in 0..<height {
            guard
                frame.copyLuma(
                    from: row * down * fields, step: down / rows * fields, count: rows, into: &band)
            else { return nil }
            Self.sumRows(of: band, into: &sums)
            for column in 0..<width {
                var sum = 0
                for x in column * across..<(column + 1) * across { sum += Int(sums[x]) }
                samples.append(UInt8(sum / (rows * across)))
            }
        }
        self.samples = samples
    }

    /// Sets the sums of columns to those of some rows; indices wrap, as checks of overflow would prevent vector instructions.
    private static func sumRows(of band: [UInt8], into sums: inout [UInt16]) {
        let width = sums.count
        let samples = band.span
        var sums = sums.mutableSpan
        for x in 0..<width { sums[x] = UInt16(samples[x]) }
        for start in stride(from: width, to: samples.count, by: width) {
            for x in 0..<width { sums[x] &+= UInt16(samples[start &+ x]) }
        }
    }

    /// Returns the mean difference to a frame of the same size after motion compensation by blocks, as a multiple of the mean
    /// difference between neighbors in a row; `nil` for another size, and for a frame of one value.
    func residual(from before: ReducedLuma) -> Double? {
        guard before.width == width, before.height == height else { return nil }
        var (residual, detail) = (0, 0)
        for y in stride(from: 0, through: height - Self.side, by: Self.side) {
            for x in stride(from: 0, through: width - Self.side, by: Self.side) {
                residual += leastDifference(x, y, to: before)
                detail += self.detail(x, y)
            }
        }
        let (values, pairs) = (Double(Self.side * Self.side), Double(Self.side * (Self.side - 1)))
        return detail == 0 ? nil : Double(residual) / values / (Double(detail) / pairs)
    }

    /// Returns the sum of the differences between neighbors in the rows of a block.
    private func detail(_ x: Int, _ y: Int) -> Int {
        var sum = 0
        for row in y..<y + Self.side {
            sum += SampleRow(samples.span, at: row * width + x).neighborDifferences.sum
        }
        return sum
    }

    /// Returns the sum of the differences between a block and the most similar one of another frame within the range.
    private func leastDifference(_ x: Int, _ y: Int, to other: ReducedLuma) -> Int {
        var least = difference(x, y, to: other, x, y, below: .max)
        for otherY in max(0, y - Self.range)...min(height - Self.side, y + Self.range) {
            for otherX in max(0, x - Self.range)...min(width - Self.side, x + Self.range) {
                guard least > 0 else { return 0 }
                least = min(
                    least, difference(x, y, to: other, otherX, otherY, below: least))
            }
        }
        return least
    }

    /// Returns the sum of the differences between two blocks, or that of their first rows if it reaches a limit.
    private func difference(
        _ x: Int, _ y: Int, to other: ReducedLuma, _ otherX: Int, _ otherY: Int, below limit: Int
    ) -> Int {
        var sum = 0
        for row in 0..<Self.side {
            let ours = SampleRow(samples.span, at: (y + row) * width + x)
            let theirs = SampleRow(other.samples.span, at: (otherY + row) * width + otherX)
            sum += ours.difference(to: theirs).sum
            if sum >= limit { return sum }
        }
        return sum
    }
}
