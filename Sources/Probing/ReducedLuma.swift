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
    private static let side = 8
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
        var sums = [Int](repeating: 0, count: width)
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height)
        for row in 0..<height {
            guard
                frame.copyLuma(
                    from: row * down * fields, step: down / rows * fields, count: rows, into: &band)
            else { return nil }
            for column in 0..<width { sums[column] = 0 }
            for line in 0..<rows {
                let first = line * frame.size.width
                for column in 0..<width {
                    for offset in 0..<across {
                        sums[column] += Int(band[first + column * across + offset])
                    }
                }
            }
            for sum in sums { samples.append(UInt8(sum / (rows * across))) }
        }
        self.samples = samples
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
            for index in row * width + x + 1..<row * width + x + Self.side {
                sum += abs(Int(samples[index]) - Int(samples[index - 1]))
            }
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
            let (ours, theirs) = ((y + row) * width + x, (otherY + row) * width + otherX)
            for offset in 0..<Self.side {
                sum += abs(Int(samples[ours + offset]) - Int(other.samples[theirs + offset]))
            }
            if sum >= limit { return sum }
        }
        return sum
    }
}
