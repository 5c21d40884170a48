import HLS
import MediaUnits

let playlist = MediaPlaylist(
    segments: [
        Segment(uri: "00000.m4s", duration: Rational(6006, 1001), byteCount: 1_480_000),
        Segment(uri: "00001.m4s", duration: Rational(3003, 1000), byteCount: 702_000),
    ],
    initialization: InitSegment(uri: "init.mp4"))
print(playlist.text)

// The multivariant playlist's values are measured from the segments.
let variant = Variant(
    uri: "video/720p/playlist.m3u8", bandwidth: playlist.peakBandwidth,
    averageBandwidth: playlist.averageBandwidth, codecs: ["avc1.64001f"],
    resolution: Resolution(width: 1280, height: 720), frameRate: Rational(30000, 1001))
print(MultivariantPlaylist(variants: [variant]).text)

// Playlists are read as strictly as they are written.
let parsed = try MediaPlaylist(parsing: playlist.text)
print("\(parsed.segments.count) segments, \(parsed.duration.doubleValue) s")
