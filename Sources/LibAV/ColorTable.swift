internal import CLibAV
internal import CLibAVShim
internal import MediaUnits

/// A picture's colors replaced by others, looked up in a table of three dimensions.
///
/// Its axes are Y', Cb and Cr as coded in 10 bits, so 4:2:0 goes in and comes out without a detour over RGB. Between its
/// nodes it is linear in luma and linear in each of the two triangles of a square of chroma: greys, at a node of chroma, take
/// nothing from their neighbors. All arithmetic is in whole numbers: the same bytes on every machine.
public final class ColorTable: Sendable {
    /// 10-bit codes between two nodes, as powers of two: luma is fine, since transfer functions bend along it.
    private static let lumaShift = 3
    private static let chromaShift = 4
    private static let lumaNodes = 1 << (10 - lumaShift) + 1
    private static let chromaNodes = 1 << (10 - chromaShift) + 1
    /// Bits after the point of an 8-bit code in the table.
    private static let fractionBits = 6
    /// Bits after the point of an interpolated one.
    private static let shift = fractionBits + lumaShift + chromaShift

    /// Columns of luma, one for each pair of Cb and Cr; three codes a node.
    private let luma: [Int16]
    private let blue: [Int16]
    private let red: [Int16]

    /// Tabulates a function from Y', Cb and Cr in 10 bits (0...1024) to the same in 8 bits.
    ///
    /// Many of the colors that it is asked for lie outside of what a picture can show: it must be continuous there.
    public init(_ replacement: (SIMD3<Double>) -> SIMD3<Double>) {
        let count = Self.lumaNodes * Self.chromaNodes * Self.chromaNodes
        var planes = [[Int16]](repeating: [], count: 3)
        for plane in planes.indices { planes[plane].reserveCapacity(count) }
        for cb in 0..<Self.chromaNodes {
            for cr in 0..<Self.chromaNodes {
                for y in 0..<Self.lumaNodes {
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

    /// The picture in its new colors, as `yuv420p`, tagged BT.709 in limited range.
    ///
    /// It takes `yuv420p10le` of even width and height, which stays as it is; any other picture is invalid data.
    public func apply(to frame: borrowing Frame) throws(LibAVError) -> Frame {
        let (source, size) = (frame.raw, frame.size)
        guard source.pointee.format == AV_PIX_FMT_YUV420P10LE.rawValue,
            size.width.isMultiple(of: 2), size.height.isMultiple(of: 2),
            source.pointee.planes.prefix(3).allSatisfy({ $0 != nil })
        else { throw LibAVError("ColorTable.apply", "\(size)", vt_error_invalid_data) }
        let picture = try Frame()
        let target = picture.raw
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
        return picture
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

    /// Three nodes of chroma around a color, and their weights.
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
            near = ((blue >> chromaShift) &* chromaNodes &+ (red >> chromaShift)) &* lumaNodes
            far = near &+ (chromaNodes &+ 1) &* lumaNodes
            between = near &+ (b > r ? chromaNodes &* lumaNodes : lumaNodes)
            nearWeight = step &- max(b, r)
            betweenWeight = max(b, r) &- min(b, r)
            farWeight = min(b, r)
        }

        @inline(__always)
        func code(_ table: UnsafePointer<Int16>, _ luma: Int) -> UInt8 {
            let node = luma >> lumaShift
            let fraction = luma & (1 << lumaShift &- 1)
            let low = sum(table, node)
            let high = sum(table, node &+ 1)
            let sum = low &* (1 << lumaShift &- fraction) &+ high &* fraction
            return UInt8(truncatingIfNeeded: (sum &+ 1 << (shift &- 1)) >> shift)
        }

        @inline(__always)
        private func sum(_ table: UnsafePointer<Int16>, _ node: Int) -> Int {
            Int(table[near &+ node]) &* nearWeight
                &+ Int(table[between &+ node]) &* betweenWeight
                &+ Int(table[far &+ node]) &* farWeight
        }
    }

    /// No decoder should give more than 10 bits; none may make us read beyond the table.
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
