internal import LibAV
package import MediaModel
internal import MediaUnits
internal import Synchronization
package import VideoCodecs

extension EngineVersions {
    /// Returns the versions of this program, of the linked libav libraries and of the encoders of some codecs.
    ///
    /// Other encoders are not opened, since x265 keeps 4 MB until the program ends.
    package static func current(encoding codecs: some Sequence<VideoCodec>) -> EngineVersions {
        var encoders: [String: String] = [:]
        for codec in codecs where encoders[codec.model.encoder] == nil {
            encoders[codec.model.encoder] = knownVersions.withLock { known in
                if let version = known[codec.model.encoder] { return version }
                let version = version(codec.model)
                known.updateValue(version, forKey: codec.model.encoder)
                return version
            }
        }
        return EngineVersions(
            vtranscode: VTranscode.version, libav: EngineInfo.versions, encoders: encoders)
    }

    /// The versions of the encoders that were asked for, by libav's names; `nil` for those that do not tell.
    private static let knownVersions = Mutex<[String: String?]>([:])

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
