package import MediaModel
package import MediaUnits

/// Colors that need conversion to SDR of BT.709.
package enum WideColor: Hashable, CaseIterable, Sendable {
    /// BT.2020 primaries with one of the transfer functions of ITU-R BT.2100.
    case pq, hlg
    /// BT.2020 and Display P3 in standard dynamic range.
    case bt2020, displayP3

    /// Detects the colors of a frame; `nil` if they differ from BT.709 only by matrix and range.
    ///
    /// - Parameters:
    ///   - pixels: The description of the frame; missing tags are derived from the others.
    ///   - dynamicRange: The dynamic range that the probe detected.
    package init?(_ pixels: PixelDescription, _ dynamicRange: VideoInfo.DynamicRange) {
        switch (pixels.transfer, dynamicRange) {
        case ("smpte2084", _), (nil, .pq): self = .pq
        case ("arib-std-b67", _), (nil, .hlg): self = .hlg
        default:
            switch (pixels.primaries, pixels.matrix) {
            case ("bt2020", _), (nil, "bt2020nc"), (nil, "bt2020c"): self = .bt2020
            case ("smpte432", _): self = .displayP3
            default: return nil
            }
        }
    }

    /// The matrix of frames before the conversion, by its name in libavfilter's `scale`.
    package var matrix: String { self == .displayP3 ? "bt709" : "bt2020" }
}
