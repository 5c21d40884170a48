/// The set of codecs that are decoded.
///
/// Demuxers are the same in both.
public enum FormatSet: String, CaseIterable, Codable, Sendable {
    /// What cameras, phones, recorders and editors write today.
    case modern
    /// Codecs of the 1990s and 2000s too (Cinepak, Indeo, Sorenson Video, QDesign Music, Nellymoser and others).
    ///
    /// Their decoders are old code that few people test.
    case all
}
