/// Sums of each column of pixels, to which rows are added.
///
/// The sums of 128 rows fit into 32 bits, also those of squared errors. Indices wrap, as checks of overflow would prevent vector
/// instructions.
enum ColumnSums {
    /// Adds the squared errors of a row.
    static func addSquaredErrors(
        row: Int, of first: [UInt8], _ second: [UInt8], width: Int, to sums: inout [Int32]
    ) {
        unsafe first.withUnsafeBufferPointer { first in
            unsafe second.withUnsafeBufferPointer { second in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    let start = row * width
                    var x = 0
                    while x < width {
                        let error =
                            unsafe Int32(first[start &+ x]) &- Int32(second[start &+ x])
                        unsafe sums[x] &+= error &* error
                        x &+= 1
                    }
                }
            }
        }
    }

    /// The factors of a frame before, and of the one before that, in a difference.
    struct Order {
        let last: Int16
        let before: Int16

        static let first = Order(last: 1, before: 0)
        static let second = Order(last: 2, before: 1)
    }

    /// Adds the absolute differences of a row to that of the frame before, or of this difference to the one before.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - current: The samples of the frame.
    ///   - last: Those of the frame before.
    ///   - before: Those of the frame before that, or any with the first order.
    ///   - order: The order of the difference.
    ///   - width: The number of columns.
    ///   - sums: The sums.
    static func addDifferences(
        row: Int, of current: [UInt8], _ last: [UInt8], _ before: [UInt8], order: Order,
        width: Int, to sums: inout [Int32]
    ) {
        unsafe current.withUnsafeBufferPointer { current in
            unsafe last.withUnsafeBufferPointer { last in
                unsafe before.withUnsafeBufferPointer { before in
                    unsafe sums.withUnsafeMutableBufferPointer { sums in
                        let start = row * width
                        var x = 0
                        while x < width {
                            let difference =
                                unsafe Int16(current[start &+ x])
                                &- order.last &* Int16(last[start &+ x])
                                &+ order.before &* Int16(before[start &+ x])
                            unsafe sums[x] &+= Int32(difference.magnitude)
                            x &+= 1
                        }
                    }
                }
            }
        }
    }

    /// Adds the absolute differences of squares of four samples, to the sum of the left column.
    ///
    /// The parameters are those of `addDifferences`; the row is the upper one of the squares.
    static func addHalvedDifferences(
        row: Int, of current: [UInt8], _ last: [UInt8], _ before: [UInt8], order: Order,
        width: Int, to sums: inout [Int32]
    ) {
        guard (row + 2) * width <= current.count else { return }
        unsafe current.withUnsafeBufferPointer { current in
            unsafe last.withUnsafeBufferPointer { last in
                unsafe before.withUnsafeBufferPointer { before in
                    unsafe sums.withUnsafeMutableBufferPointer { sums in
                        var (x, index) = (0, row * width)
                        while x + 1 < width {
                            let now = unsafe square(current, index, width)
                            let difference =
                                unsafe now &- order.last &* square(last, index, width)
                                &+ order.before &* square(before, index, width)
                            unsafe sums[x] &+= Int32(difference.magnitude)
                            x &+= 2
                            index &+= 2
                        }
                    }
                }
            }
        }
    }

    /// Returns the total of the sums of some columns.
    static func total(of columns: Range<Int>, in sums: [Int32]) -> Int {
        precondition(columns.lowerBound >= 0 && columns.upperBound <= sums.count)
        return unsafe sums.withUnsafeBufferPointer { sums in
            var total = 0
            var x = columns.lowerBound
            while x < columns.upperBound {
                unsafe total &+= Int(sums[x])
                x &+= 1
            }
            return total
        }
    }

    /// Returns the sum of four samples.
    @inline(__always)
    private static func square(
        _ samples: UnsafeBufferPointer<UInt8>, _ index: Int, _ width: Int
    ) -> Int16 {
        unsafe Int16(samples[index]) &+ Int16(samples[index &+ 1])
            &+ Int16(samples[index &+ width]) &+ Int16(samples[index &+ width &+ 1])
    }
}
