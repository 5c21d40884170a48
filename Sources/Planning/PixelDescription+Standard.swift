internal import MediaUnits

extension PixelDescription {
    /// Whether the pixel format and the range are those of every rendition.
    package var isStandard: Bool { format == "yuv420p" && !isFullRange }
}
