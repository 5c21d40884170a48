internal import MediaUnits
internal import VideoCodecs

extension VideoPlan {
    /// The least factor between the numbers of pixels of a rendition and of a small one that follows it.
    private static let smallFactor = 3

    /// Returns the rendition that a small one follows: in most GOPs, its frames are not compared, but corrected as those of the other
    /// are.
    ///
    /// - Parameter index: The index of a rendition.
    /// - Returns: The largest one that it is scaled from; `nil` unless that one has at least three times as many pixels, and the
    ///   encoders of both report the errors of all frames.
    package func followedRendition(by index: Int) -> Int? {
        let rung = rungs[index]
        guard rung.codec.model.reportsErrors else { return nil }
        return cascade(to: index).dropLast().first {
            rungs[$0].codec.model.reportsErrors
                && rungs[$0].size.pixelCount >= Self.smallFactor * rung.size.pixelCount
        }
    }

    /// The small rendition that refines the estimates of others; `nil` if no rendition is small.
    ///
    /// Where it is compared, it is compared at more frames than they are, since its frames cost least to decode.
    package var refiningRendition: Int? {
        rungs.indices.first { followedRendition(by: $0) != nil }
    }
}
