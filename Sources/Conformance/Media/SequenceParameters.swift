/// The fields of a sequence parameter set (H.264, 7.3.2.1.1) that a playlist describes.
struct SequenceParameters: Codable, Sendable {
    /// The profile, the constraint flags and the level.
    let profile: [UInt8]
    /// Without the cropped edges, in samples.
    let size: VideoSize
    /// With square pixels.
    let displaySize: VideoSize

    private static let aspects = [
        1: (1, 1), 2: (12, 11), 3: (10, 11), 4: (16, 11), 5: (40, 33), 6: (24, 11), 7: (20, 11),
        8: (32, 11), 9: (80, 33), 10: (18, 11), 11: (15, 11), 12: (64, 33), 13: (160, 99),
        14: (4, 3), 15: (3, 2), 16: (2, 1),
    ]

    /// Reads a NAL unit with its header; `nil` if it is truncated.
    init?(_ unit: ArraySlice<UInt8>) {
        let bytes = Self.payload(unit.dropFirst())
        guard bytes.count > 4 else { return nil }
        profile = Array(bytes[0..<3])
        var bits = BitCursor(Array(bytes.dropFirst(3)))
        guard bits.golomb() != nil, let chroma = Self.chroma(profile[0], &bits),
            Self.skipOrder(&bits) != nil, bits.golomb() != nil, bits.skip(1) != nil,
            let columns = bits.golomb(), let rows = bits.golomb(), let isFrame = bits.flag(),
            isFrame || bits.skip(1) != nil, bits.skip(1) != nil, let isCropped = bits.flag(),
            columns < 4096, rows < 4096
        else { return nil }
        let fields = isFrame ? 1 : 2
        var width = (columns + 1) * 16
        var height = (rows + 1) * 16 * fields
        if isCropped {
            guard let left = bits.golomb(), let right = bits.golomb(), let top = bits.golomb(),
                let bottom = bits.golomb(), left < width, right < width, top < height,
                bottom < height
            else { return nil }
            width -= (left + right) * (chroma == 1 || chroma == 2 ? 2 : 1)
            height -= (top + bottom) * (chroma == 1 ? 2 : 1) * fields
        }
        guard width > 0, height > 0 else { return nil }
        size = VideoSize(width: width, height: height)
        let (numerator, denominator) = Self.aspect(&bits) ?? (1, 1)
        let shown = Int((Double(width * numerator) / Double(denominator)).rounded())
        // An aspect ratio beyond that is no one's intention.
        displaySize =
            VideoSize.sides.contains(shown) ? VideoSize(width: shown, height: height) : size
    }

    /// Returns the bytes without those that prevent start codes (H.264, 7.4.1).
    private static func payload(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }

    /// Reads the fields of high profiles, and returns the chroma format.
    private static func chroma(_ profile: UInt8, _ bits: inout BitCursor) -> Int? {
        let profiles: [UInt8] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
        guard profiles.contains(profile) else { return 1 }
        guard let chroma = bits.golomb(), chroma != 3 || bits.skip(1) != nil,
            bits.golomb() != nil, bits.golomb() != nil, bits.skip(1) != nil,
            let hasMatrices = bits.flag()
        else { return nil }
        guard hasMatrices else { return chroma }
        for index in 0..<(chroma == 3 ? 12 : 8) {
            guard let isPresent = bits.flag() else { return nil }
            if isPresent, skipMatrix(index < 6 ? 16 : 64, &bits) == nil { return nil }
        }
        return chroma
    }

    private static func skipMatrix(_ count: Int, _ bits: inout BitCursor) -> Void? {
        var (last, next) = (8, 8)
        for _ in 0..<count {
            if next != 0 {
                guard let delta = bits.signedGolomb() else { return nil }
                next = (last + delta) & 0xFF
            }
            last = next == 0 ? last : next
        }
        return ()
    }

    /// Skips the fields of the picture order count.
    private static func skipOrder(_ bits: inout BitCursor) -> Void? {
        guard bits.golomb() != nil, let type = bits.golomb() else { return nil }
        if type == 0 { return bits.golomb().map { _ in () } }
        guard type == 1 else { return () }
        guard bits.skip(1) != nil, bits.golomb() != nil, bits.golomb() != nil,
            let count = bits.golomb(), count < 256
        else { return nil }
        for _ in 0..<count {
            guard bits.golomb() != nil else { return nil }
        }
        return ()
    }

    private static func aspect(_ bits: inout BitCursor) -> (Int, Int)? {
        guard bits.flag() == true, bits.flag() == true, let index = bits.integer(8) else {
            return nil
        }
        guard index == 255 else { return aspects[index] }
        guard let numerator = bits.integer(16), let denominator = bits.integer(16),
            numerator > 0, denominator > 0
        else { return nil }
        return (numerator, denominator)
    }
}
