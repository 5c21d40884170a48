/// Codec strings for the `CODECS` attribute (RFC 6381, 3.3), read from what the encoder wrote.
///
/// They come from the media itself and never from the settings that were asked for: a player
/// decides by them whether it can decode a variant at all.
public enum CodecString {
    /// `avc1.640028`: profile, constraint flags and level of an H.264 stream, two hex digits each.
    ///
    /// - Parameter sps: A sequence parameter set as a NAL unit: its header byte first, no start
    ///   code, no length.
    /// - Returns: `nil` if it is no sequence parameter set or is cut short.
    public static func avc(sps: [UInt8]) -> String? {
        let sequenceParameterSet: UInt8 = 7  // nal_unit_type, ITU-T H.264, table 7-1
        guard sps.count >= 4, sps[0] & 0x80 == 0, sps[0] & 0x1F == sequenceParameterSet
        else { return nil }
        return "avc1." + sps[1...3].map(hexByte).joined()
    }

    /// The codec string of the first sequence parameter set in an `avcC` box.
    ///
    /// The three bytes at the record's start should say the same; the parameter set is what a
    /// decoder obeys.
    ///
    /// - Parameter avcC: The box's content, an AVCDecoderConfigurationRecord
    ///   (ISO/IEC 14496-15, 5.3.3.1), without size and type.
    /// - Returns: `nil` if the record is of another version, has no parameter set or is cut short.
    public static func avc(configuration avcC: [UInt8]) -> String? {
        guard avcC.count >= 8, avcC[0] == 1, avcC[5] & 0x1F > 0 else { return nil }
        let length = Int(avcC[6]) << 8 | Int(avcC[7])
        guard avcC.count >= 8 + length else { return nil }
        return avc(sps: Array(avcC[8..<8 + length]))
    }

    /// The codec string of the first sequence parameter set in a stream with start codes.
    ///
    /// This is what libx264 gives as extradata when it is asked for global headers.
    ///
    /// - Parameter annexB: NAL units, each behind `00 00 01` (ITU-T H.264, annex B).
    /// - Returns: `nil` if there is none.
    public static func avc(annexB: [UInt8]) -> String? {
        for index in annexB.indices.dropLast(6)
        where annexB[index] == 0 && annexB[index + 1] == 0 && annexB[index + 2] == 1 {
            if let codec = avc(sps: Array(annexB[(index + 3)...(index + 6)])) { return codec }
        }
        return nil
    }

    /// `mp4a.40.2` for AAC-LC: 40 is MPEG-4 audio, the last number its object type.
    ///
    /// - Parameter audioSpecificConfig: An AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1), as in
    ///   the `esds` box and in libav's extradata.
    /// - Returns: `nil` if it is cut short or has the object type 0, which says nothing.
    public static func aac(audioSpecificConfig: [UInt8]) -> String? {
        guard let first = audioSpecificConfig.first else { return nil }
        let objectType = Int(first >> 3)
        let escape = 31  // the type is 32 plus the next six bits
        guard objectType == escape else {
            return objectType == 0 ? nil : "mp4a.40.\(objectType)"
        }
        guard audioSpecificConfig.count >= 2 else { return nil }
        let extended = Int(first & 0x07) << 3 | Int(audioSpecificConfig[1] >> 5)
        return "mp4a.40.\(32 + extended)"
    }

    private static func hexByte(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
