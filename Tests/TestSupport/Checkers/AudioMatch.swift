/// The position of a part of one audio track in another.
public struct AudioMatch {
    /// The offset in samples; positive if the copy is late.
    public let lag: Int
    /// The normalized cross-correlation at this offset, at most 1.
    public let correlation: Float

    /// Searches `original[start..<start + length]` in `copy`, at most `reach` samples away.
    ///
    /// Periodic audio has many matches; the one with the smallest offset is used.
    public init(of original: [Float], in copy: [Float], at start: Int, length: Int, reach: Int) {
        let energy = Self.energy(of: original, at: start, length: length)
        var best = (lag: 0, correlation: -Float.infinity)
        for lag in (-reach...reach).sorted(by: { abs($0) < abs($1) }) {
            let value = Self.correlation(original, copy, start, lag, length, energy)
            if value > best.correlation + 0.005 { best = (lag, value) }
        }
        (lag, correlation) = best
    }

    /// Returns the sum of squares of a part.
    static func energy(of samples: [Float], at start: Int, length: Int) -> Float {
        samples.withUnsafeBufferPointer { buffer in
            var sum: Float = 0
            for index in start..<min(start + length, buffer.count) {
                sum += buffer[index] * buffer[index]
            }
            return sum
        }
    }

    private static func correlation(
        _ original: [Float],
        _ copy: [Float],
        _ start: Int,
        _ lag: Int,
        _ length: Int,
        _ energy: Float
    ) -> Float {
        let first = max(start, -lag)
        let last = min(start + length, copy.count - lag)
        guard first < last else { return 0 }
        return original.withUnsafeBufferPointer { a in
            copy.withUnsafeBufferPointer { b in
                var (product, other): (Float, Float) = (0, 0)
                var index = first
                while index < last {
                    let (x, y) = (a[index], b[index + lag])
                    product += x * y
                    other += y * y
                    index += 1
                }
                return product / max(.leastNormalMagnitude, (energy * other).squareRoot())
            }
        }
    }
}
