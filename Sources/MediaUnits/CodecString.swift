/// Codec strings of audio for the `CODECS` attribute (RFC 6381, 3.3), read from what the encoder wrote.
///
/// They come from the media itself and never from the settings that were asked for: a player
/// decides by them whether it can decode a variant at all.
public enum CodecString {
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
}
