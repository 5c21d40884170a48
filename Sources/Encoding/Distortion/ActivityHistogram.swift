internal import Foundation

/// The visual activity of the blocks of a frame, in eight classes per doubling.
struct ActivityHistogram: Equatable {
    /// Eight classes for each of the 11 doublings above the least activity; the sums of the filters are below 2^13.
    private static let classes = 88
    private static let least = Float(XPSNR.leastActivity).bitPattern
    /// The bits of a number below its eighths of a doubling.
    private static let droppedBits: UInt32 = 20

    private var counts = [Int](repeating: 0, count: classes)

    /// - Parameter activities: The activity of each block; less than the least one counts as it.
    init(_ activities: [Float]) {
        for activity in activities {
            let bits = max(Self.least, max(0, activity).bitPattern)
            let index = Int((bits - Self.least) >> Self.droppedBits)
            counts[min(index, Self.classes - 1)] += 1
        }
    }

    /// The factors by which the errors of blocks rise with their activity.
    struct ErrorShares {
        fileprivate let errors: [Double]
        fileprivate let weighted: [Double]

        /// - Parameter exponent: The exponent of activity in the error of a block.
        init(exponent: Double) {
            let middles = (0..<UInt32(classes)).map {
                let half: UInt32 = 1 << (droppedBits - 1)
                return Double(Float(bitPattern: least + $0 << droppedBits + half))
            }
            errors = middles.map { pow($0, exponent) }
            weighted = zip(errors, middles).map { $0 / $1 }
        }
    }

    /// Returns the mean of one divided by activity, weighted with the errors of blocks.
    func meanWeight(_ shares: ErrorShares) -> Double {
        var (weighted, errors) = (0.0, 0.0)
        for (index, count) in counts.enumerated() where count > 0 {
            weighted += Double(count) * shares.weighted[index]
            errors += Double(count) * shares.errors[index]
        }
        return errors > 0 ? weighted / errors : 1 / XPSNR.leastActivity
    }
}
