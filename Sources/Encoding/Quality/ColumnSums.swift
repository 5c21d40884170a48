/// Sums of each column of pixels, to which rows are added.
///
/// The sums of 128 rows fit into 32 bits, also those of squared errors.
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
                            unsafe Int32(first[start + x]) &- Int32(second[start + x])
                        unsafe sums[x] &+= error &* error
                        x += 1
                    }
                }
            }
        }
    }

    /// Adds the absolute differences of a row to that of the frame before, or of this difference to the one before.
    ///
    /// - Parameters:
    ///   - row: The row; with halved frames, it and the following one are added as one.
    ///   - current: The samples of the frame.
    ///   - last: Those of the frame before.
    ///   - before: Those of the frame before that; `nil` for the simple difference.
    ///   - width: The number of columns.
    ///   - isHalved: Whether squares of four samples are added as one sample, to the sum of the left column.
    ///   - sums: The sums.
    static func addDifferences(
        row: Int, of current: [UInt8], _ last: [UInt8], _ before: [UInt8]?, width: Int,
        isHalved: Bool, to sums: inout [Int32]
    ) {
        let height = current.count / width
        if isHalved {
            guard row + 1 < height else { return }
            var differences = [Int16](repeating: 0, count: width)
            difference(row, current, last, before, width, &differences)
            difference(row + 1, current, last, before, width, &differences)
            unsafe differences.withUnsafeBufferPointer { differences in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    var x = 0
                    while x + 1 < width {
                        let sum = unsafe differences[x] &+ differences[x + 1]
                        unsafe sums[x] &+= Int32(sum.magnitude)
                        x += 2
                    }
                }
            }
        } else {
            var differences = [Int16](repeating: 0, count: width)
            difference(row, current, last, before, width, &differences)
            unsafe differences.withUnsafeBufferPointer { differences in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    var x = 0
                    while x < width {
                        unsafe sums[x] &+= Int32(differences[x].magnitude)
                        x += 1
                    }
                }
            }
        }
    }

    /// Adds the differences of a row to those in an array.
    private static func difference(
        _ row: Int, _ current: [UInt8], _ last: [UInt8], _ before: [UInt8]?, _ width: Int,
        _ differences: inout [Int16]
    ) {
        unsafe current.withUnsafeBufferPointer { current in
            unsafe last.withUnsafeBufferPointer { last in
                unsafe differences.withUnsafeMutableBufferPointer { differences in
                    let start = row * width
                    var x = 0
                    guard let before else {
                        while x < width {
                            unsafe differences[x] &+=
                                Int16(current[start + x]) &- Int16(last[start + x])
                            x += 1
                        }
                        return
                    }
                    unsafe before.withUnsafeBufferPointer { before in
                        while x < width {
                            unsafe differences[x] &+=
                                Int16(current[start + x]) &- 2 &* Int16(last[start + x])
                                &+ Int16(before[start + x])
                            x += 1
                        }
                    }
                }
            }
        }
    }
}
