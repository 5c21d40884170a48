/// Codec strings of audio for the `CODECS` attribute (RFC 6381, 3.3), read from what the encoder wrote.
///
/// They are read from the media and not derived from settings, since players choose variants by them.
public enum CodecString {
    /// Returns `mp4a.40.2` for AAC-LC: 40 is MPEG-4 audio, the last number its object type.
    ///
    /// - Parameter audioSpecificConfig: An AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1), as in
    ///   the `esds` box and in libav's extradata.
    /// - Returns: `nil` if the configuration is truncated or has the object type 0, which is undefined.
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
}
