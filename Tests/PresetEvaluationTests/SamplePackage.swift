import HLS
import MediaUnits

@testable import MediaModel
@testable import PresetEvaluation

/// A correct package of two rungs and one audio track, which tests corrupt.
enum SamplePackage {
    static let high = "video/720p/playlist.m3u8"
    static let low = "video/360p/playlist.m3u8"
    static let audioURI = "audio/und/playlist.m3u8"

    static let plans = [
        high: PackageChecks.PlannedRendition(
            name: "720p", ceiling: 3_000_000, buffer: 4_500_000, profile: "high", level: "3.1"),
        low: PackageChecks.PlannedRendition(
            name: "360p", ceiling: 900_000, buffer: 1_350_000, profile: "main", level: "3.0"),
    ]

    /// Two segments of 6 s in three GOPs each.
    static func contents() -> PackageContents {
        let variants = [
            Variant(
                uri: high, bandwidth: 2_100_000, averageBandwidth: 2_100_000,
                codecs: ["avc1.64001f", "mp4a.40.2"],
                resolution: Resolution(width: 1280, height: 720), audioGroup: "audio"),
            Variant(
                uri: low, bandwidth: 900_000, averageBandwidth: 900_000,
                codecs: ["avc1.4d401e", "mp4a.40.2"],
                resolution: Resolution(width: 640, height: 360), audioGroup: "audio"),
        ]
        let audio = AudioRendition(
            groupID: "audio", name: "Audio", language: nil, isDefault: true, autoselect: true,
            channels: 2, uri: audioURI)
        let sizes = [high: 1_500_000, low: 600_000, audioURI: 75_000]
        var files: [String: Int] = [:]
        for (path, size) in sizes {
            for name in ["init.mp4", "0.m4s", "1.m4s"] {
                files[PackageContents.path(name, from: path)] = name == "init.mp4" ? 1000 : size
            }
        }
        return PackageContents(
            files: files,
            multivariant: MultivariantPlaylist(variants: variants, renditions: [audio]),
            playlists: sizes.mapValues(playlist),
            tracks: [
                high: track(1_500_000, "avc1.64001f", Resolution(width: 1280, height: 720)),
                low: track(600_000, "avc1.4d401e", Resolution(width: 640, height: 360)),
                audioURI: track(75_000, nil, nil),
            ])
    }

    private static func playlist(_ size: Int) -> MediaPlaylist {
        MediaPlaylist(
            segments: ["0.m4s", "1.m4s"].map {
                Segment(uri: $0, duration: Rational(6), byteCount: size)
            }, initialization: InitSegment(uri: "init.mp4"))
    }

    private static func track(
        _ bytes: Int, _ codec: String?, _ size: Resolution?
    ) -> MeasuredTrack {
        MeasuredTrack(
            segments: (0..<2).map { index in
                let start = Rational(6 * index)
                return MeasuredSegment(
                    bytes: bytes, videoBytes: size == nil ? 0 : bytes - 5000, start: start,
                    end: start + Rational(6), tick: Rational(1, 30),
                    keyframes: size == nil ? [] : (0..<3).map { start + Rational(2 * $0) },
                    startsWithKeyframe: true)
            }, codec: codec, size: size)
    }
}
