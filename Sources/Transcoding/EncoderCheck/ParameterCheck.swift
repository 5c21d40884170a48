internal import LibAV
package import MediaModel
internal import MediaUnits
package import Presets
internal import VideoCodecs

/// Checks that the encoders of this build support the parameters of operating points and presets, before the first frame is
/// encoded.
///
/// libav only logs parameters that x264 does not know; the rendition would have other tools than its preset says.
package enum ParameterCheck {
    /// Opens an encoder of small frames for each rendition with such parameters; nothing is encoded.
    ///
    /// - Parameters:
    ///   - rungs: The renditions.
    ///   - video: The preset's settings of video.
    ///   - upload: The name of the upload, for the error.
    /// - Throws: `UploadError`: `BAD_PRESET` if an option of the preset alone is rejected, else `NO_ENCODER`.
    package static func check(
        _ rungs: [RungPlan], of video: Video, upload: String
    ) throws(UploadError) {
        for rung in rungs where rung.point != nil || !video.encoder.options.isEmpty {
            // The level allows the rendition's size and rate, and so a smaller size.
            let format = Encoder.Format.video(
                size: Resolution(width: 64, height: 64), pixelFormat: "yuv420p",
                frameRate: rung.frameRate)
            do throws(LibAVError) {
                _ = try Encoder(
                    rung.codec.model.encoder, format,
                    options: rung.codec.model.strictOptions(rung.options), subject: rung.name)
            } catch {
                let options = video.encoder.options
                throw optionError(options, rung, upload: upload)
                    ?? encoderError(error, rung, hasOptions: !options.isEmpty, upload: upload)
            }
        }
    }

    private static func optionError(
        _ options: [String: String], _ rung: RungPlan, upload: String
    ) -> UploadError? {
        EncoderCheck.optionProblems(options, rung.codec.model)
            .first.map {
                UploadError(
                    .badPreset, upload, "\($0.path): \($0.message)",
                    advice: "correct the preset: \($0.advice)")
            }
    }

    private static func encoderError(
        _ error: LibAVError, _ rung: RungPlan, hasOptions: Bool, upload: String
    ) -> UploadError {
        UploadError(
            .noEncoder, upload,
            "\(rung.codec.model.encoder) of this build does not support the settings of \(rung.name)"
                + (rung.point.map { ", point \($0.rawValue)" } ?? "") + " (\(error.reason))",
            advice: (hasOptions ? "check the options of the preset together, or " : "")
                + "install a newer version of the encoder"
                + (rung.point == nil
                    ? "" : ", or name a preset of the encoder instead of a point"),
            cause: error)
    }
}
