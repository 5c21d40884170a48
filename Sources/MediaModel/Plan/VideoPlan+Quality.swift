internal import MediaUnits
internal import VideoCodecs

extension VideoPlan {
    /// The least factor between the numbers of pixels of a rendition and of one that follows it.
    private static let leastFactor = 3
    /// The least number of pixels of a rendition that follows another.
    ///
    /// XPSNR has no blocks below 2025 pixels, and no use of reports then.
    private static let leastPixels = 4096

    /// Returns the rendition that a smaller one follows: the frames of most of its GOPs are not compared, but its estimates corrected as
    /// those of the other are.
    ///
    /// - Parameter index: The index of a rendition.
    /// - Returns: The largest one that it is scaled from, with the same frame rate, and of which the encoder reports the errors of all
    ///   frames, too; `nil` unless it has at least three times as many pixels.
    package func followedRendition(by index: Int) -> Int? {
        let rung = rungs[index]
        guard rung.codec.model.reportsErrors, rung.size.pixelCount >= Self.leastPixels else {
            return nil
        }
        return cascade(to: index).dropLast().first {
            rungs[$0].codec.model.reportsErrors && rungs[$0].divisor == rung.divisor
                && rungs[$0].size.pixelCount / rung.size.pixelCount >= Self.leastFactor
        }
    }

    /// Returns the rendition that refines the estimates of another: the smallest one of the same frame rate that follows any.
    ///
    /// Where that one is compared, it is compared at more frames than larger ones, since its frames cost least to decode.
    ///
    /// - Parameter index: The index of a rendition.
    /// - Returns: `nil` if there is none.
    package func refiningRendition(of index: Int) -> Int? {
        rungs.indices.filter {
            rungs[$0].divisor == rungs[index].divisor && followedRendition(by: $0) != nil
        }.min { rungs[$0].size.pixelCount < rungs[$1].size.pixelCount }
    }
}
