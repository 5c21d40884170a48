internal import LibAV
internal import MediaUnits

/// Blocks of 8x8 luma samples at the points of a grid over a frame, at most `maximumCount`.
///
/// Of an interlaced frame, blocks consist of rows of one field: alternate rows show different times.
struct LumaBlocks {
    /// The figures of one block.
    struct Block {
        /// The difference between the smallest and the largest sample, 0...255.
        let range: Int
        /// The largest difference between neighbors, 0...255.
        let step: Int
        /// The sum of the differences between neighbors, horizontal and vertical.
        let detail: Int
        /// Whether all samples are black, in limited range with a margin for compression.
        let isBlack: Bool
    }

    /// The number of blocks in a row of the grid and in a column.
    let columns: Int, rows: Int
    /// Row by row.
    let blocks: [Block]
    /// The samples, eight rows of each block.
    private let samples: [SampleRow]

    private static let side = SampleRow.count
    /// The number of pairs of neighbors in a block.
    static let pairs = 2 * side * (side - 1)
    /// A compromise: frames of all sizes yield 3,000 to 4,000 blocks, in a millisecond.
    private static let maximumCount = 4096
    private static let black = 18

    /// Measures a frame; `nil` if it is smaller than a block, or its format has no luma samples.
    init?(_ frame: borrowing Frame) {
        let side = Self.side
        let fields = frame.isInterlaced ? 2 : 1
        let (across, down) = (frame.size.width / side, frame.size.height / fields / side)
        guard across > 0, down > 0 else { return nil }
        var stride = 1
        while Self.count(across, stride) * Self.count(down, stride) > Self.maximumCount {
            stride += 1
        }
        let xs = Swift.stride(from: stride / 2, to: across, by: stride).map { $0 * side }
        let ys = Swift.stride(from: stride / 2, to: down, by: stride).map { $0 * side * fields }
        guard !xs.isEmpty, !ys.isEmpty else { return nil }
        var samples: [SampleRow] = []
        samples.reserveCapacity(xs.count * ys.count * side)
        var band = [UInt8](repeating: 0, count: side * frame.size.width)
        for y in ys {
            guard frame.copyLuma(from: y, step: fields, count: side, into: &band) else {
                return nil
            }
            for x in xs {
                for row in 0..<side {
                    samples.append(SampleRow(band.span, at: row * frame.size.width + x))
                }
            }
        }
        (columns, rows) = (xs.count, ys.count)
        self.samples = samples
        blocks = (0..<xs.count * ys.count).map { index in
            Self.measure(samples.span.extracting(index * side..<(index + 1) * side))
        }
    }

    private static func count(_ length: Int, _ stride: Int) -> Int {
        (length - stride / 2 + stride - 1) / stride
    }

    private static func measure(_ rows: Span<SampleRow>) -> Block {
        var above = rows[0]
        var (least, most, step) = (above, above, above.neighborDifferences)
        var detail = step.sum
        for row in 1..<side {
            let values = rows[row]
            least = least.pointwiseMinimum(values)
            most = most.pointwiseMaximum(values)
            let (across, down) = (values.neighborDifferences, values.difference(to: above))
            step = step.pointwiseMaximum(across).pointwiseMaximum(down)
            detail += across.sum + down.sum
            above = values
        }
        let (darkest, brightest) = (Int(least.least), Int(most.most))
        return Block(
            range: brightest - darkest, step: Int(step.most), detail: detail,
            isBlack: brightest <= black)
    }

    /// The part of the grid within black bars: the bounding box of what is not black of one value; `nil` if all is black.
    var image: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        var (left, right, top, bottom) = (columns, -1, rows, -1)
        for row in 0..<rows {
            for column in 0..<columns {
                let block = blocks[row * columns + column]
                guard !block.isBlack || block.range > 0 else { continue }
                (left, right) = (min(left, column), max(right, column))
                (top, bottom) = (min(top, row), row)
            }
        }
        return right < 0 ? nil : (left...right, top...bottom)
    }

    /// Returns the sum of the differences between a block's samples and those of the same block in another frame.
    func difference(_ block: Int, to other: LumaBlocks) -> Int {
        var sum = 0
        for row in block * Self.side..<(block + 1) * Self.side {
            sum += samples[row].difference(to: other.samples[row]).sum
        }
        return sum
    }
}
