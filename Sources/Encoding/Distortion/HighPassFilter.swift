/// The high-pass filters of XPSNR, over rows of a frame.
///
/// Both are symmetric, so that a vertical pass over whole rows comes first. All values fit into 16 bits. Indices wrap, as checks of
/// overflow would prevent vector instructions.
struct HighPassFilter {
    private let width: Int
    /// The results of the vertical pass: the sums that count for a column, for its neighbors, and for the columns beyond these.
    private var center: [Int16]
    private var near: [Int16]
    private var far: [Int16]

    init(width: Int) {
        self.width = width
        center = [Int16](repeating: 0, count: width)
        near = center
        far = center
    }

    /// Adds the absolute output of the filter of 3x3 samples to the sums of a row's columns, without the first and the last.
    ///
    /// The filter is 16 times a sample less the sum of the nine around it with weights 1, 2, 1 in both directions.
    mutating func add(row: Int, of samples: [UInt8], to sums: inout [Int32]) {
        let width = width
        unsafe samples.withUnsafeBufferPointer { samples in
            unsafe near.withUnsafeMutableBufferPointer { near in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    let (middle, above, below) = (row * width, (row - 1) * width, (row + 1) * width)
                    var x = 0
                    while x < width {
                        unsafe near[x] =
                            Int16(samples[above &+ x]) &+ 2 &* Int16(samples[middle &+ x])
                            &+ Int16(samples[below &+ x])
                        x &+= 1
                    }
                    x = 1
                    while x < width - 1 {
                        let output =
                            unsafe 16 &* Int16(samples[middle &+ x]) &- near[x &- 1]
                            &- 2 &* near[x] &- near[x &+ 1]
                        unsafe sums[x] &+= Int32(output.magnitude)
                        x &+= 1
                    }
                }
            }
        }
    }

    /// Adds the absolute output of the filter of 6x6 samples at every second column, for squares of four samples.
    ///
    /// - Parameters:
    ///   - row: The upper row of the squares.
    ///   - samples: The samples of the frame.
    ///   - sums: The sums; the output at a square counts for its left column.
    mutating func addHalved(row: Int, of samples: [UInt8], to sums: inout [Int32]) {
        let width = width
        guard (row + 4) * width <= samples.count else { return }
        unsafe samples.withUnsafeBufferPointer { samples in
            unsafe center.withUnsafeMutableBufferPointer { center in
                unsafe near.withUnsafeMutableBufferPointer { near in
                    unsafe far.withUnsafeMutableBufferPointer { far in
                        var x = 0
                        var start = (row - 2) * width
                        while x < width {
                            let outer =
                                unsafe Int16(samples[start])
                                &+ Int16(samples[start &+ 5 &* width])
                            let middle =
                                unsafe Int16(samples[start &+ width])
                                &+ Int16(samples[start &+ 4 &* width])
                            let inner =
                                unsafe Int16(samples[start &+ 2 &* width])
                                &+ Int16(samples[start &+ 3 &* width])
                            unsafe center[x] = 12 &* inner &- 3 &* middle &- outer
                            unsafe near[x] = 3 &* inner &+ 2 &* middle &+ outer
                            unsafe far[x] = inner &+ middle
                            x &+= 1
                            start &+= 1
                        }
                    }
                }
            }
        }
        addHalvedOutputs(to: &sums)
    }

    /// Adds the horizontal pass of the filter of 6x6 samples.
    private func addHalvedOutputs(to sums: inout [Int32]) {
        unsafe center.withUnsafeBufferPointer { center in
            unsafe near.withUnsafeBufferPointer { near in
                unsafe far.withUnsafeBufferPointer { far in
                    unsafe sums.withUnsafeMutableBufferPointer { sums in
                        var x = 2
                        while x + 3 < width {
                            let output =
                                unsafe center[x] &+ center[x &+ 1] &- near[x &- 1] &- near[x &+ 2]
                                &- far[x &- 2] &- far[x &+ 3]
                            unsafe sums[x] &+= Int32(output.magnitude)
                            x &+= 2
                        }
                    }
                }
            }
        }
    }
}
