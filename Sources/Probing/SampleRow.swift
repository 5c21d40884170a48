/// Eight samples of luma that are neighbors in a row, for vector instructions.
struct SampleRow {
    static let count = 8

    private let samples: SIMD8<UInt8>

    /// - Precondition: There are eight samples from the index on.
    init(_ samples: Span<UInt8>, at index: Int) {
        let s = samples.extracting(index..<index + Self.count)
        self.samples = SIMD8(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
    }

    private init(_ samples: SIMD8<UInt8>) { self.samples = samples }

    var least: UInt8 { samples.min() }
    var most: UInt8 { samples.max() }
    var sum: Int { Int(SIMD8<UInt16>(truncatingIfNeeded: samples).wrappedSum()) }

    /// The absolute differences between neighbors; the last one is 0.
    var neighborDifferences: SampleRow {
        let s = samples
        return difference(to: SampleRow(SIMD8(s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[7])))
    }

    /// Returns the absolute differences to the samples of another row.
    func difference(to other: SampleRow) -> SampleRow {
        SampleRow(
            pointwiseMax(samples, other.samples) &- pointwiseMin(samples, other.samples))
    }

    func pointwiseMinimum(_ other: SampleRow) -> SampleRow {
        SampleRow(pointwiseMin(samples, other.samples))
    }

    func pointwiseMaximum(_ other: SampleRow) -> SampleRow {
        SampleRow(pointwiseMax(samples, other.samples))
    }
}
