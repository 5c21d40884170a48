internal import Foundation
package import MediaModel
internal import MediaUnits
package import Presets
internal import VideoCodecs

/// Whether the ceiling of a rung limits its bit rate, predicted by a probe encode, or without encoding.
///
/// Without a probe encode, the bound is the upload's own bit rate: an encode at a moderate CRF does not need many times the bits that
/// the upload has for the same frames. Figures of frames are no bound: in a fit to them, the worst error was a factor of 6.
package enum CeilingPrediction {
    /// The exponent with which rates fall with the number of pixels; 0.73 to 1.02 was measured on one clip, from 1080p to 360p.
    static let sizeExponent = 0.7
    /// The share of the ceiling up to which it does not limit the rate; the rest is for seconds above the average.
    static let share = 0.7

    /// Returns a bit rate that a rung is not expected to exceed over two seconds, in bits per second.
    ///
    /// - Returns: `nil` if the upload's peak or the encoder's bound is unknown.
    static func upperRate(of video: VideoInfo, _ rung: RungPlan) -> Double? {
        guard let peak = video.content?.peakBitrate, peak > 0,
            let factor = rung.codec.model.rateBound(crf: comparableCRF(rung))
        else { return nil }
        let pixels = Double(rung.size.pixelCount) / Double(max(1, video.displaySize.pixelCount))
        return Double(peak) * factor * pow(min(1, pixels), sizeExponent)
    }

    /// Returns the CRF at which the preset `veryfast`, for which the bound was measured, has the quality of the rung.
    private static func comparableCRF(_ rung: RungPlan) -> Double {
        let codec = rung.codec.model
        return rung.crf + codec.defaultQuality - codec.defaultQuality(at: rung.point)
    }

    /// Returns whether a rung's ceiling may limit its rate: also whenever it is not certain.
    ///
    /// - Parameters:
    ///   - rung: The rung.
    ///   - video: The upload's video.
    ///   - encoder: The settings of the preset. With a tune or options, only a probe encode predicts the rate.
    /// - Returns: Whether it may.
    package static func mayBind(
        _ rung: RungPlan, of video: VideoInfo, with encoder: Video.Encoder
    ) -> Bool {
        if let prediction = rung.prediction {
            return Double(prediction.bitrate) >= share * Double(rung.ceiling)
        }
        guard encoder.tune == nil, encoder.options.isEmpty,
            let rate = upperRate(of: video, rung)
        else { return true }
        return rate >= share * Double(rung.ceiling)
    }
}
