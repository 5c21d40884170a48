internal import Foundation
internal import LibAV
internal import MediaUnits

/// What made a package: part of every key, since another build may give other bytes, and written into the manifest.
struct EngineVersions: Codable, Hashable, Sendable {
    let vtranscode: String
    /// libav's libraries and their versions.
    let libav: [String: String]
    /// What x264 says of itself: `core 164 r3095 baee400`; `nil` if this libav has no libx264.
    let x264: String?

    static let current = EngineVersions(
        vtranscode: VTranscode.version, libav: EngineInfo.versions, x264: x264Build())

    /// One line in which every version stands.
    var identity: String {
        let libraries = libav.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return ([vtranscode] + libraries + [x264 ?? "no x264"]).joined(separator: ", ")
    }

    /// libavcodec does not tell x264's version, but x264 writes it into its first picture.
    private static func x264Build() -> String? {
        do {
            let size = Resolution(width: 16, height: 16)
            let encoder = try Encoder(
                "libx264", .video(size: size, pixelFormat: "yuv420p", frameRate: Rational(25)),
                options: ["preset": "ultrafast"], subject: "version")
            let frame = try Frame.picture(
                [UInt8](repeating: 128, count: size.pixelCount * 3 / 2)[...], size: size,
                format: "yuv420p")
            frame.presentationTime = 0
            var bytes: [UInt8] = []
            try encoder.encode(frame) { bytes += $0.copyBytes() }
            try encoder.drain { bytes += $0.copyBytes() }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let start = text.range(of: "x264 - ")?.upperBound else { return nil }
            return text[start...].components(separatedBy: " - ").first
        } catch {
            return nil
        }
    }
}
