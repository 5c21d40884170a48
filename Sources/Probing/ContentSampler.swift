internal import LibAV
internal import MediaModel

/// Measures the content of consecutive frames in decoding order of their output.
struct ContentSampler {
    /// The figures of one frame, as in `ContentSample`.
    private struct Figures {
        let flat, contrast, hardEdges, detail, noise: Double
        let change: (unchanged: Double, motion: Double)?
        let residual: Double?
    }

    /// The number of frames so far, also of those that are not measured.
    private(set) var count = 0
    private var figures: [Figures] = []
    private var last: LumaBlocks?
    private var lastReduced: ReducedLuma?

    /// Fewer blocks than in a frame of 64x64 pixels say little.
    private static let minimumBlocks = 64
    /// The least difference within a block that has an edge.
    private static let contrast = 64

    /// Measures a frame that is not black and has a usable format.
    mutating func add(_ frame: borrowing Frame) {
        count += 1
        let (before, reducedBefore) = (last, lastReduced)
        last = LumaBlocks(frame)
        lastReduced = ReducedLuma(frame)
        guard let blocks = last, let image = blocks.image,
            image.columns.count * image.rows.count >= Self.minimumBlocks
        else { return }
        let indices = image.rows.flatMap { row in
            image.columns.map { row * blocks.columns + $0 }
        }
        let comparable = before.flatMap {
            $0.columns == blocks.columns && $0.rows == blocks.rows ? $0 : nil
        }
        // Each second pair of frames: half of the time, for about the same median.
        let residual =
            count.isMultiple(of: 2)
            ? reducedBefore.flatMap { lastReduced?.residual(from: $0) } : nil
        figures.append(Self.measure(blocks, indices, before: comparable, residual: residual))
    }

    private static func measure(
        _ blocks: LumaBlocks, _ indices: [Int], before: LumaBlocks?, residual: Double?
    ) -> Figures {
        var (flat, edges, hard, detail) = (0, 0, 0, 0)
        var details: [Int] = []
        details.reserveCapacity(indices.count)
        for index in indices {
            let block = blocks.blocks[index]
            flat += block.range == 0 ? 1 : 0
            if block.range >= contrast {
                edges += 1
                hard += 2 * block.step >= block.range ? 1 : 0
            }
            detail += block.detail
            details.append(block.detail)
        }
        details.sort()
        let count = Double(indices.count)
        let pairs = Double(LumaBlocks.pairs)
        let change = before.map { before in
            let differences = indices.map { blocks.difference($0, to: before) }
            return (
                unchanged: Double(differences.count { $0 == 0 }) / count,
                motion: Double(differences.reduce(0, +)) / count / 64
            )
        }
        return Figures(
            flat: Double(flat) / count, contrast: Double(edges) / count,
            hardEdges: edges == 0 ? 0 : Double(hard) / Double(edges),
            detail: Double(detail) / count / pairs,
            noise: Double(details[details.count / 4]) / pairs, change: change, residual: residual)
    }

    /// The figures of the frames so far; `nil` if none was measured.
    var sample: ContentSample? {
        guard !figures.isEmpty else { return nil }
        let changes = figures.compactMap(\.change)
        let residuals = figures.compactMap(\.residual)
        return ContentSample(
            frames: figures.count, flat: Self.median(figures.map(\.flat)),
            contrast: Self.median(figures.map(\.contrast)),
            hardEdges: Self.median(figures.map(\.hardEdges)),
            detail: Self.median(figures.map(\.detail)), noise: Self.median(figures.map(\.noise)),
            unchanged: changes.isEmpty ? nil : Self.median(changes.map(\.unchanged)),
            motion: changes.isEmpty ? nil : Self.median(changes.map(\.motion)),
            residual: residuals.isEmpty ? nil : Self.median(residuals))
    }

    /// Returns the upper median, with four decimals.
    private static func median(_ values: [Double]) -> Double {
        (values.sorted()[values.count / 2] * 10_000).rounded() / 10_000
    }
}
