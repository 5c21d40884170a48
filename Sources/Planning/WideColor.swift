package import MediaModel
package import MediaUnits

/// Colors that SDR of BT.709 cannot take over as they are, and what they become in it.
package enum WideColor: Hashable, CaseIterable, Sendable {
    /// BT.2020 primaries with one of the transfer functions of ITU-R BT.2100.
    case pq, hlg
    /// BT.2020 and Display P3 in standard dynamic range.
    case bt2020, displayP3

    /// `nil` for what differs from BT.709 by its matrix and range at most.
    ///
    /// - Parameters:
    ///   - pixels: Of the frame; tags that it lacks are taken from the others.
    ///   - dynamicRange: What the probe found.
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

    /// The matrix of the pictures that `table` is for, as the `scale` filter spells it.
    package var matrix: String { self == .displayP3 ? "bt709" : "bt2020" }
}
