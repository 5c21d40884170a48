extension CodecString {
    /// `hvc1.1.6.L93.90`: profile, compatibility, tier, level and constraints of an HEVC stream.
    ///
    /// Spelled by ISO/IEC 14496-15, annex E.3: the compatibility flags in reverse order of bits, and
    /// constraint bytes up to the last one that is not 0.
    ///
    /// - Parameter sps: A sequence parameter set as a NAL unit: its header of two bytes first, no
    ///   start code, no length.
    /// - Returns: `nil` if it is no sequence parameter set or is cut short.
    public static func hevc(sps: [UInt8]) -> String? {
        let sequenceParameterSet: UInt8 = 33  // nal_unit_type, ITU-T H.265, table 7-1
        guard let header = sps.first, header >> 1 == sequenceParameterSet else { return nil }
        // Behind the header one byte of ids, then profile_tier_level (7.3.3): 12 bytes.
        let content = withoutEmulationPrevention(sps.prefix(40))
        guard content.count >= 15 else { return nil }
        let fields = Array(content[3..<15])
        let space = ["", "A", "B", "C"][Int(fields[0] >> 6)]
        let profile = "\(space)\(fields[0] & 0x1F)"
        let tier = fields[0] & 0x20 == 0 ? "L" : "H"
        let flags = fields[1...4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let reversed = (0..<32).reduce(UInt32(0)) { $0 << 1 | flags >> UInt32($1) & 1 }
        let compatibility = String(reversed, radix: 16, uppercase: true)
        var constraints = fields[5...10]
        while constraints.last == 0 { constraints.removeLast() }
        let bytes = constraints.map { String($0, radix: 16, uppercase: true) }
        return (["hvc1", profile, compatibility, "\(tier)\(fields[11])"] + bytes)
            .joined(separator: ".")
    }

    /// The codec string of the first sequence parameter set in an `hvcC` box.
    ///
    /// - Parameter hvcC: The box's content, an HEVCDecoderConfigurationRecord
    ///   (ISO/IEC 14496-15, 8.3.3.1), without size and type.
    /// - Returns: `nil` if the record is of another version, has no parameter set or is cut short.
    public static func hevc(configuration hvcC: [UInt8]) -> String? {
        guard hvcC.count >= 23, hvcC[0] == 1 else { return nil }
        var rest = hvcC[23...]
        /// The next bytes as a number, the highest first.
        func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        for _ in 0..<hvcC[22] {
            // The kind of the units of an array, which their own headers tell too.
            guard number(1) != nil, let units = number(2) else { return nil }
            for _ in 0..<units {
                guard let length = number(2), rest.count >= length else { return nil }
                if let codec = hevc(sps: Array(rest.prefix(length))) { return codec }
                rest = rest.dropFirst(length)
            }
        }
        return nil
    }

    /// The codec string of the first sequence parameter set in a stream with start codes.
    ///
    /// This is what libx265 gives as extradata when it is asked for global headers.
    ///
    /// - Parameter annexB: NAL units, each behind `00 00 01` (ITU-T H.265, annex B).
    /// - Returns: `nil` if there is none.
    public static func hevc(annexB: [UInt8]) -> String? {
        for index in annexB.indices.dropLast(3)
        where annexB[index] == 0 && annexB[index + 1] == 0 && annexB[index + 2] == 1 {
            if let codec = hevc(sps: Array(annexB[(index + 3)...])) { return codec }
        }
        return nil
    }

    /// Without the 3 in `00 00 03`, which keeps start codes out of NAL units (7.3.1.1).
    private static func withoutEmulationPrevention(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var zeros = 0
        return bytes.filter { byte in
            defer { zeros = byte == 0 ? zeros + 1 : 0 }
            return !(zeros >= 2 && byte == 3)
        }
    }
}
