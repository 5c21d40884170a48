internal import Foundation
internal import LibAV
package import MediaModel
internal import MediaUnits

extension EngineVersions {
    package static let current = EngineVersions(
        vtranscode: VTranscode.version, libav: EngineInfo.versions,
        x264: build("libx264", [:], after: "x264 - ", before: " - "),
        x265: build(
            "libx265", ["x265-params": "log-level=none:pools=none"], after: "x265 (build ",
            before: ":["))

    /// libavcodec does not tell the encoders' versions, but they write them before their first picture.
    private static func build(
        _ name: String, _ options: [String: String], after: String, before: String
    ) -> String? {
        do {
            let size = Resolution(width: 64, height: 64)
            let encoder = try Encoder(
                name, .video(size: size, pixelFormat: "yuv420p", frameRate: Rational(25)),
                options: options.merging(["preset": "ultrafast"]) { $1 }, subject: "version")
            let frame = try Frame.picture(
                [UInt8](repeating: 128, count: size.pixelCount * 3 / 2)[...], size: size,
                format: "yuv420p")
            frame.presentationTime = 0
            var bytes = encoder.configuration
            try encoder.encode(frame) { bytes += $0.copyBytes() }
            try encoder.drain { bytes += $0.copyBytes() }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let start = text.range(of: after)?.upperBound else { return nil }
            return text[start...].components(separatedBy: before).first
        } catch {
            return nil
        }
    }
}
