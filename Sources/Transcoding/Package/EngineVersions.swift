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

    /// Likewise x265: `199) - 3.5+1-f0c1022b6`.
    let x265: String?

    static let current = EngineVersions(
        vtranscode: VTranscode.version, libav: EngineInfo.versions,
        x264: build("libx264", [:], after: "x264 - ", before: " - "),
        x265: build(
            "libx265", ["x265-params": "log-level=none:pools=none"], after: "x265 (build ",
            before: ":["))

    /// One line in which every version stands.
    var identity: String {
        let libraries = libav.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return
            ([vtranscode] + libraries + [x264 ?? "no x264", x265 ?? "no x265"])
            .joined(separator: ", ")
    }

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
