/// The stretch of a rendition that one encoder makes; the plan chooses it, since the bytes depend on it.
package enum EncodingUnit: String, Codable, Hashable, Sendable {
    /// A segment, within which the encoder distributes the bits of its ceiling.
    case segment
    /// A GOP, so that a short upload has jobs for many cores. Finished GOPs are joined to segments without encoding.
    case gop
}
