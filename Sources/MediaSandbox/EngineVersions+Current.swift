internal import LibAV
package import MediaModel
internal import MediaUnits
internal import VideoCodecs

extension EngineVersions {
    /// The versions of this program, of the linked libav libraries and of the encoders.
    package static let current = EngineVersions(
        vtranscode: VTranscode.version, libav: EngineInfo.versions,
        encoders: Dictionary(
            uniqueKeysWithValues: VideoCodec.all.compactMap { codec in
                version(codec.model).map { (codec.model.encoder, $0) }
            }))

    /// Returns the version that an encoder writes before its first coded picture, since libavcodec does not report it; `nil` if
    /// there is none.
    private static func version(_ codec: any VideoCodecModel) -> String? {
        do {
            let size = Resolution(width: 64, height: 64)
            let encoder = try Encoder(
                codec.encoder,
                .video(size: size, pixelFormat: "yuv420p", frameRate: Rational(25)),
                options: codec.versionOptions, subject: "version")
            let frame = try Frame(
                pixels: [UInt8](repeating: 128, count: size.pixelCount * 3 / 2)[...], size: size,
                format: "yuv420p")
            frame.presentationTime = 0
            var bytes = encoder.configuration
            try encoder.encode(frame) { bytes += $0.copyBytes() }
            try encoder.drain { bytes += $0.copyBytes() }
            return codec.encoderVersion(in: bytes)
        } catch {
            return nil
        }
    }
}
