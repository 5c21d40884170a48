internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The visual activity of the blocks of a segment's frames, before they are encoded.
///
/// XPSNR divides squared errors by it. It is measured on a few rows of each block: the motion of every frame, since a source may
/// repeat some of them, and the texture of every sixth one. Two details of XPSNR are left out: above 2048x1152, it measures squares of
/// four pixels, and up to 640x480, it limits the weight of a block by those of its neighbors.
struct SourceActivity {
    private static let rowsPerBlock = 4
    /// The distance of frames whose texture is measured.
    private static let textureStep = 6

    private let gop: Int
    private let size: Resolution
    private let side: Int
    private let order: ColumnSums.Order
    private let predecessors: Int
    /// The measured rows: a first one, and those in equal distances below it, all with a row above and below.
    private let rows: (first: Int, step: Int, count: Int)
    /// The rows of the last frames, the latest first.
    ///
    /// The oldest are overwritten: new memory of this size would be mapped and unmapped for each frame.
    private var recent: [[UInt8]]
    /// The number of frames of this GOP whose rows were copied.
    private var knownCount = 0
    private var texture: [Float] = []
    /// The activity of frames, by their numbers from the segment's start; none for the first one or two of a GOP.
    private(set) var values: [Int: ActivityHistogram] = [:]

    /// Fails if the frames of the rendition are too small for blocks.
    init?(of rung: RungPlan) {
        let xpsnr = XPSNR(size: rung.size, frameRate: rung.frameRate)
        guard xpsnr.blockSide > 0 else { return nil }
        gop = rung.gop
        size = rung.size
        predecessors = xpsnr.predecessors
        order = predecessors > 1 ? .second : .first
        side = xpsnr.blockSide
        let step = side / Self.rowsPerBlock
        let first = max(1, step / 2)
        rows = (first, step, count: max(0, size.height - 2 - first) / step + 1)
        let samples = [UInt8](repeating: 0, count: rows.count * size.width)
        recent = [[UInt8]](repeating: samples, count: predecessors + 1)
    }

    /// Takes a frame before it is encoded, numbered from the segment's start.
    mutating func take(_ frame: borrowing Frame, number: Int) {
        let offset = number % gop
        if offset == 0 { (knownCount, texture) = (0, []) }
        recent.insert(recent.removeLast(), at: 0)
        guard frame.size == size,
            frame.copyLuma(from: rows.first, step: rows.step, count: rows.count, into: &recent[0])
        else { return knownCount = 0 }
        knownCount += 1
        guard knownCount > predecessors else { return }
        if texture.isEmpty || (offset - predecessors) % Self.textureStep == 0 {
            texture = texture(of: frame)
        }
        values[number] = ActivityHistogram(zip(texture, motion()).map { $0 + 2 * $1 })
    }

    /// Returns the mean output of XPSNR's high-pass filter in the rows of each block.
    private func texture(of frame: borrowing Frame) -> [Float] {
        var filter = HighPassFilter(width: size.width)
        let around = (0..<rows.count).map {
            frame.luma(from: rows.first + $0 * rows.step - 1, count: 3)
        }
        return means { row, sums in
            if let samples = around[row] { filter.add(row: 1, of: samples, to: &sums) }
        }
    }

    /// Returns the mean difference to the frames before in the rows of each block.
    private func motion() -> [Float] {
        means { row, sums in
            ColumnSums.addDifferences(
                row: row, of: recent[0], recent[1], recent[predecessors], order: order,
                width: size.width, to: &sums)
        }
    }

    /// Returns the mean of each block, row by row; `add` adds the values of one of the measured rows to the sums of all columns.
    private func means(_ add: (_ row: Int, _ sums: inout [Int32]) -> Void) -> [Float] {
        var means: [Float] = []
        for top in stride(from: 0, to: rows.count, by: Self.rowsPerBlock) {
            let block = top..<min(top + Self.rowsPerBlock, rows.count)
            var sums = [Int32](repeating: 0, count: size.width)
            for row in block { add(row, &sums) }
            for left in stride(from: 0, to: size.width, by: side) {
                // The filter has no output in the first and the last column.
                let columns = max(1, left)..<max(1, min(left + side, size.width - 1))
                guard !columns.isEmpty else { continue }
                let sum = ColumnSums.total(of: columns, in: sums)
                means.append(Float(sum) / Float(columns.count * block.count))
            }
        }
        return means
    }
}
