internal import MediaUnits

extension PixelDescription {
    /// Whether samples are stored as in every rendition.
    package var isStandard: Bool { format == "yuv420p" && !isFullRange }
}
