internal import Foundation

/// The visual activity of the blocks of a frame, in eight classes per doubling.
///
/// Blocks at the borders count as others do, although they have fewer pixels.
struct ActivityHistogram: Equatable {
    /// Eight classes for each of ten doublings of the least activity; the filters give less than 2^12.
    private static let classCount = 80
    private static let least = Float(XPSNR.leastActivity)
    /// The bits of a number below its eighths of a doubling.
    private static let droppedBits: UInt32 = 20

    private var counts = [Int](repeating: 0, count: classCount)

    /// - Parameter activities: The activity of each block; less than the least one counts as it.
    init(_ activities: [Float]) {
        for activity in activities {
            let index =
                (max(Self.least, activity).bitPattern - Self.least.bitPattern) >> Self.droppedBits
            counts[min(Int(index), Self.classCount - 1)] += 1
        }
    }

    /// Returns the mean of one divided by activity, weighted with the errors of blocks.
    func meanWeight(_ factors: ErrorFactors) -> Double {
        var (weighted, errors) = (0.0, 0.0)
        for (index, count) in counts.enumerated() where count > 0 {
            weighted += Double(count) * factors.weighted[index]
            errors += Double(count) * factors.errors[index]
        }
        return errors > 0 ? weighted / errors : 1 / XPSNR.leastActivity
    }
}

extension ActivityHistogram {
    /// The factors by which the errors of blocks rise with their activity.
    struct ErrorFactors {
        fileprivate let errors: [Double]
        fileprivate let weighted: [Double]

        /// - Parameter exponent: The exponent of activity in the error of a block.
        init(exponent: Double) {
            // Flat blocks have the least activity exactly, others that of the middle of their class.
            let activities = (0..<UInt32(classCount)).map { index in
                let half: UInt32 = index == 0 ? 0 : 1 << (droppedBits - 1)
                return Double(Float(bitPattern: least.bitPattern + index << droppedBits + half))
            }
            errors = activities.map { pow($0, exponent) }
            weighted = zip(errors, activities).map { $0 / $1 }
        }
    }
}
