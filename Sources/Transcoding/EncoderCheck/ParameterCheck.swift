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
    /// - Throws: `UploadError` with the code `NO_ENCODER`, which names the encoder's reason.
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
                throw UploadError(
                    .noEncoder, upload,
                    "\(rung.codec.model.encoder) of this build does not support the settings of \(rung.name)"
                        + (rung.point.map { ", point \($0.rawValue)" } ?? "")
                        + " (\(error.reason))",
                    advice: (video.encoder.options.isEmpty
                        ? "" : "correct the options of the preset, or ")
                        + "install a newer version of the encoder"
                        + (rung.point == nil
                            ? "" : ", or name a preset of the encoder instead of a point"),
                    cause: error)
            }
        }
    }
}
