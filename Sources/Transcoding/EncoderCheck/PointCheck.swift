internal import LibAV
package import MediaModel
internal import MediaUnits
internal import VideoCodecs

/// Checks that the encoders of this build support what operating points set, before the first frame is encoded.
///
/// libav only logs parameters that x264 does not know; the rendition would have other tools than its point.
package enum PointCheck {
    /// Opens an encoder of small frames for each rendition at an operating point; nothing is encoded.
    ///
    /// - Throws: `UploadError` with the code `NO_ENCODER`, which names the encoder's reason.
    package static func check(_ rungs: [RungPlan], upload: String) throws(UploadError) {
        for rung in rungs {
            guard let point = rung.point else { continue }
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
                    "\(rung.codec.model.encoder) of this build does not support the operating point "
                        + "\(point.rawValue) (\(error.reason))",
                    advice:
                        "install a newer version of it, or name an encoder's preset in the preset instead of the point",
                    cause: error)
            }
        }
    }
}
