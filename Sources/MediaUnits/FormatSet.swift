/// The set of codecs that are decoded.
///
/// Both sets have the same demuxers.
public enum FormatSet: String, CaseIterable, Codable, Sendable {
    /// Codecs that cameras, phones, recorders and editors write today.
    case modern
    /// Codecs of the 1990s and 2000s too (Cinepak, Indeo, Sorenson Video, QDesign Music, Nellymoser and others).
    ///
    /// Their decoders are old and little tested.
    case all
}
