internal import CLibAV
internal import CLibAVShim
internal import MediaUnits

/// A three-dimensional lookup table that replaces the colors of a frame.
///
/// Its axes are Y', Cb and Cr as coded in 10 bits, so 4:2:0 is converted without RGB in between. Between its grid points, it is
/// linear in luma and linear in each of the two triangles of a square of chroma: grays, at a grid point of chroma, are not
/// mixed with other colors. All arithmetic is in integers, with the same bytes on every host.
public final class ColorTable: Sendable {
    /// Distances of grid points in 10-bit codes, as powers of two: fine for luma, along which transfer functions are curved.
    private static let lumaShift = 3
    private static let chromaShift = 4
    private static let lumaPoints = 1 << (10 - lumaShift) + 1
    private static let chromaPoints = 1 << (10 - chromaShift) + 1
    /// Fraction bits of an 8-bit code in the table.
    private static let fractionBits = 6
    /// Fraction bits of an interpolated code.
    private static let shift = fractionBits + lumaShift + chromaShift

    /// The codes of the grid points: a column along luma for each pair of Cb and Cr.
    private let luma: [Int16]
    private let blue: [Int16]
    private let red: [Int16]

    /// Tabulates a function from Y', Cb and Cr in 10 bits (0...1024) to Y', Cb and Cr in 8 bits.
    ///
    /// - Parameter replacement: The function; continuous, also for the many arguments that are outside of RGB. Results are
    ///   clamped to 0...255.
    public init(_ replacement: (SIMD3<Double>) -> SIMD3<Double>) {
        let count = Self.lumaPoints * Self.chromaPoints * Self.chromaPoints
        var planes = [[Int16]](repeating: [], count: 3)
        for plane in planes.indices { planes[plane].reserveCapacity(count) }
        for cb in 0..<Self.chromaPoints {
            for cr in 0..<Self.chromaPoints {
                for y in 0..<Self.lumaPoints {
                    let codes = replacement(
                        SIMD3(
                            Double(y << Self.lumaShift), Double(cb << Self.chromaShift),
                            Double(cr << Self.chromaShift)))
                    for plane in planes.indices {
                        let code = min(255, max(0, codes[plane]))
                        planes[plane].append(
                            Int16((code * Double(1 << Self.fractionBits)).rounded()))
                    }
                }
            }
        }
        (luma, blue, red) = (planes[0], planes[1], planes[2])
    }

    /// Replaces the colors of a frame.
    ///
    /// - Parameter frame: `yuv420p10le` of even width and height; not changed.
    /// - Returns: A new frame, `yuv420p`, tagged BT.709 in limited range.
    /// - Throws: `LibAVError` for any other frame.
    public func apply(to frame: borrowing Frame) throws(LibAVError) -> Frame {
        let (source, size) = (frame.raw, frame.size)
        guard source.pointee.format == AV_PIX_FMT_YUV420P10LE.rawValue,
            size.width.isMultiple(of: 2), size.height.isMultiple(of: 2),
            source.pointee.planes.prefix(3).allSatisfy({ $0 != nil })
        else { throw LibAVError("ColorTable.apply", "\(size)", vt_error_invalid_data) }
        let replaced = try Frame()
        let target = replaced.raw
        target.pointee.width = source.pointee.width
        target.pointee.height = source.pointee.height
        target.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        try check(av_frame_get_buffer(target, 0), "av_frame_get_buffer", "\(size)")
        try check(av_frame_copy_props(target, source), "av_frame_copy_props", "\(size)")
        target.pointee.color_range = AVCOL_RANGE_MPEG
        target.pointee.colorspace = AVCOL_SPC_BT709
        target.pointee.color_primaries = AVCOL_PRI_BT709
        target.pointee.color_trc = AVCOL_TRC_BT709
        luma.withUnsafeBufferPointer { luma in
            blue.withUnsafeBufferPointer { blue in
                red.withUnsafeBufferPointer { red in
                    let tables = Tables(
                        luma: luma.baseAddress!, blue: blue.baseAddress!, red: red.baseAddress!)
                    for row in 0..<size.height / 2 {
                        Self.replace(tables, source, target, row, width: size.width / 2)
                    }
                }
            }
        }
        return replaced
    }

    private struct Tables {
        let luma: UnsafePointer<Int16>
        let blue: UnsafePointer<Int16>
        let red: UnsafePointer<Int16>
    }

    /// Replaces a row of chroma and the two rows of luma that share it.
    ///
    /// Loops are written out, and sums cannot overflow: 2^14 for a code, 2^8 for all weights. A build without optimization
    /// is then slower by a small factor only.
    private static func replace(
        _ tables: Tables, _ source: UnsafePointer<AVFrame>, _ target: UnsafePointer<AVFrame>,
        _ row: Int, width: Int
    ) {
        let upper = samples(source, 0, row * 2)
        let lower = samples(source, 0, row * 2 + 1)
        let (blue, red) = (samples(source, 1, row), samples(source, 2, row))
        let newUpper = bytes(target, 0, row * 2)
        let newLower = bytes(target, 0, row * 2 + 1)
        let (newBlue, newRed) = (bytes(target, 1, row), bytes(target, 2, row))
        var column = 0
        while column < width {
            let corner = Corner(blue: limited(blue[column]), red: limited(red[column]))
            let x = column &* 2
            let (a, b) = (limited(upper[x]), limited(upper[x &+ 1]))
            let (c, d) = (limited(lower[x]), limited(lower[x &+ 1]))
            newUpper[x] = corner.code(tables.luma, a)
            newUpper[x &+ 1] = corner.code(tables.luma, b)
            newLower[x] = corner.code(tables.luma, c)
            newLower[x &+ 1] = corner.code(tables.luma, d)
            let mean = (a &+ b &+ c &+ d &+ 2) >> 2
            newBlue[column] = corner.code(tables.blue, mean)
            newRed[column] = corner.code(tables.red, mean)
            column &+= 1
        }
    }

    /// The three grid points of chroma around a color, and their weights.
    private struct Corner {
        private let near: Int
        private let between: Int
        private let far: Int
        private let nearWeight: Int
        private let betweenWeight: Int
        private let farWeight: Int

        @inline(__always)
        init(blue: Int, red: Int) {
            let step = 1 << chromaShift
            let (b, r) = (blue & (step &- 1), red & (step &- 1))
            near = ((blue >> chromaShift) &* chromaPoints &+ (red >> chromaShift)) &* lumaPoints
            far = near &+ (chromaPoints &+ 1) &* lumaPoints
            between = near &+ (b > r ? chromaPoints &* lumaPoints : lumaPoints)
            nearWeight = step &- max(b, r)
            betweenWeight = max(b, r) &- min(b, r)
            farWeight = min(b, r)
        }

        @inline(__always)
        func code(_ table: UnsafePointer<Int16>, _ luma: Int) -> UInt8 {
            let point = luma >> lumaShift
            let fraction = luma & (1 << lumaShift &- 1)
            let low = sum(table, point)
            let high = sum(table, point &+ 1)
            let sum = low &* (1 << lumaShift &- fraction) &+ high &* fraction
            return UInt8(truncatingIfNeeded: (sum &+ 1 << (shift &- 1)) >> shift)
        }

        @inline(__always)
        private func sum(_ table: UnsafePointer<Int16>, _ point: Int) -> Int {
            Int(table[near &+ point]) &* nearWeight
                &+ Int(table[between &+ point]) &* betweenWeight
                &+ Int(table[far &+ point]) &* farWeight
        }
    }

    /// A 10-bit sample: decoders should return no larger one, and none may cause a read beyond the table.
    @inline(__always)
    private static func limited(_ sample: UInt16) -> Int { Int(sample & 1023) }

    private static func samples(
        _ frame: UnsafePointer<AVFrame>, _ plane: Int, _ row: Int
    ) -> UnsafePointer<UInt16> {
        UnsafeRawPointer(bytes(frame, plane, row)).assumingMemoryBound(to: UInt16.self)
    }

    private static func bytes(
        _ frame: UnsafePointer<AVFrame>, _ plane: Int, _ row: Int
    ) -> UnsafeMutablePointer<UInt8> {
        frame.pointee.planes[plane]! + row * Int(frame.pointee.strides[plane])
    }
}
