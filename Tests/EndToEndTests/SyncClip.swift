import Foundation
import TestSupport
import Testing

/// A clip of 10 s with simultaneous flashes and beeps, made by the ffmpeg command.
struct SyncClip: CustomTestStringConvertible, Sendable {
    let name: String
    let suffix: String
    /// The frame rate in ffmpeg's syntax: `30000/1001`.
    var rate = "25"
    /// The frame rate of the grid that flashes are on.
    var grid: String?
    var size = "320x180"
    /// An additional filter of the video.
    var videoFilter = "null"
    /// An additional filter of the audio.
    var audioFilter = "anull"
    /// Options of encoders and the muxer.
    var options: [String]
    /// The options before and after `-i` of a copy of the clip.
    var copy: (before: [String], after: [String])?
    /// The first audio sample in an AVI's header (`dwStart` of the stream header).
    var audioStart: UInt32?
    /// The number of flashes with a beep in the package.
    var pairs = 3

    var testDescription: String { name }

    /// The times of flashes, in seconds: near the start, the middle and the end.
    var moments: [Double] {
        let parts = (grid ?? rate).split(separator: "/").compactMap { Double($0) }
        let rate = parts[0] / (parts.count > 1 ? parts[1] : 1)
        return [0.5, 5, 9.4].map { ($0 * rate).rounded() / rate }
    }

    /// Makes the clip; a flash lasts 80 ms, a beep 100 ms.
    func make(in folder: URL) async throws -> URL {
        let file = folder.appending(path: "clip.\(suffix)")
        let first = copy == nil ? file : folder.appending(path: "first.\(suffix)")
        let (white, loud) = (Self.during(moments, 0.08, margin: 0.005), Self.during(moments, 0.1))
        let beeps = "0.5*sin(2*PI*1000*t)*(\(loud.joined(separator: "+")))"
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "color=black:size=\(size):rate=\(rate):duration=10"]
                + ["-f", "lavfi", "-i", "aevalsrc=exprs='\(beeps)':s=48000:d=10"]
                + ["-filter_complex"]
                + [
                    // Noise, since some encoders drop frames that equal the previous one.
                    "[0:v]noise=alls=12:allf=t,drawbox=c=white:t=fill:enable='\(white.joined(separator: "+"))',"
                        + "\(videoFilter)[v];[1:a]\(audioFilter)[a]"
                ] + ["-map", "[v]", "-map", "[a]", "-pix_fmt", "yuv420p"] + options
                + [FFprobe.path(first)])
        if let copy {
            try await FFmpeg.run(
                copy.before + ["-i", FFprobe.path(first), "-c", "copy"] + copy.after
                    + [FFprobe.path(file)])
        }
        if let audioStart { try Self.setAudioStart(audioStart, in: file) }
        return file
    }

    /// Sets the field 28 bytes after the type of the stream (AVISTREAMHEADER).
    private static func setAudioStart(_ start: UInt32, in file: URL) throws {
        var bytes = try Data(contentsOf: file)
        let kind = try #require(bytes.range(of: Data("auds".utf8)))
        let position = kind.lowerBound + 28
        bytes.replaceSubrange(
            position..<position + 4, with: withUnsafeBytes(of: start.littleEndian) { Data($0) })
        try bytes.write(to: file)
    }

    private static func during(
        _ moments: [Double], _ length: Double, margin: Double = 0
    ) -> [String] {
        moments.map { "between(t,\($0 - margin),\($0 + length - margin))" }
    }
}

extension SyncClip {
    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50"]
    private static let aac = ["-c:a", "aac"]
    private static let shifted = ["-avoid_negative_ts", "disabled"]

    /// Containers and codecs of uploads.
    static let containers = [
        SyncClip(name: "mp4, B-frames", suffix: "mp4", options: h264 + aac),
        SyncClip(
            name: "mp4, 29.97", suffix: "mp4", rate: "30000/1001",
            options: h264 + aac + ["-ar", "44100"]),
        SyncClip(
            name: "ts, 23.976", suffix: "ts", rate: "24000/1001", options: h264 + aac),
        SyncClip(name: "flv, 15", suffix: "flv", rate: "15", options: h264 + aac),
        SyncClip(name: "mp4, 60", suffix: "mp4", rate: "60", options: h264 + aac),
        SyncClip(
            name: "mp4, fragmented", suffix: "mp4",
            options: h264 + aac + ["-movflags", "frag_keyframe+empty_moov"]),
        SyncClip(
            name: "mov, PCM", suffix: "mov",
            options: ["-c:v", "prores_ks", "-profile:v", "0", "-c:a", "pcm_s16le"]),
        SyncClip(name: "mkv, Opus", suffix: "mkv", options: h264 + ["-c:a", "libopus"]),
        SyncClip(name: "mkv, FLAC", suffix: "mkv", options: h264 + ["-c:a", "flac"]),
        SyncClip(
            name: "mkv, AC-3", suffix: "mkv", options: ["-c:v", "mpeg2video", "-c:a", "ac3"]),
        SyncClip(
            name: "webm, VP8", suffix: "webm",
            options: ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]),
        SyncClip(name: "ts, H.264", suffix: "ts", options: h264 + aac),
        SyncClip(
            name: "ts, MPEG-2", suffix: "ts",
            options: ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"]),
        SyncClip(
            name: "mts", suffix: "mts",
            options: h264 + ["-c:a", "ac3", "-f", "mpegts", "-mpegts_m2ts_mode", "1"]),
        SyncClip(
            name: "avi, PCM", suffix: "avi", options: ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
        SyncClip(
            name: "avi, MP3", suffix: "avi", options: ["-c:v", "mjpeg", "-c:a", "libmp3lame"]),
        SyncClip(name: "flv, AAC", suffix: "flv", options: h264 + aac),
        SyncClip(
            name: "flv, MP3", suffix: "flv",
            options: ["-c:v", "flv", "-c:a", "libmp3lame", "-ar", "44100"]),
        SyncClip(
            name: "3gp", suffix: "3gp", size: "352x288",
            options: ["-c:v", "h263", "-c:a", "aac", "-ar", "22050"]),
        SyncClip(name: "wmv", suffix: "wmv", options: ["-c:v", "wmv2", "-c:a", "wmav2"]),
        SyncClip(
            name: "ogv", suffix: "ogv", options: ["-c:v", "libtheora", "-c:a", "libvorbis"]),
    ]

    /// Clocks that do not start at 0.
    static let clocks = [
        SyncClip(
            name: "mp4, all 5 s late", suffix: "mp4",
            options: h264 + aac + ["-output_ts_offset", "5"]),
        SyncClip(
            name: "mkv, all 5 s late", suffix: "mkv",
            options: h264 + aac + ["-output_ts_offset", "5"]),
        SyncClip(
            name: "ts, clock wraps", suffix: "ts",
            options: h264 + aac + ["-output_ts_offset", "95439"]),
        SyncClip(
            name: "ts, MPEG-2, clock wraps", suffix: "ts",
            options: ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"]
                + ["-output_ts_offset", "95437"]),
        SyncClip(
            name: "mp4, starts within a GOP", suffix: "mp4", options: h264 + aac,
            copy: (["-ss", "1.32"], shifted), pairs: 2),
        SyncClip(
            name: "mov, starts within a GOP", suffix: "mov",
            options: h264 + ["-c:a", "pcm_s16le"], copy: (["-ss", "1.32"], []), pairs: 2),
        SyncClip(
            name: "mkv, starts below 0", suffix: "mkv", options: h264 + aac,
            copy: ([], ["-output_ts_offset", "-0.3"] + shifted)),
        SyncClip(
            name: "mp4, starts below 0", suffix: "mp4", options: h264 + aac,
            copy: ([], ["-output_ts_offset", "-0.32"] + shifted)),
        SyncClip(
            name: "mp4, varying rate", suffix: "mp4", rate: "50", grid: "25",
            videoFilter: varying,
            options: h264 + aac + ["-fps_mode", "vfr", "-video_track_timescale", "90000"]),
        SyncClip(
            name: "mkv, varying rate", suffix: "mkv", rate: "50", grid: "25", videoFilter: varying,
            options: h264 + aac + ["-fps_mode", "vfr"]),
        SyncClip(
            name: "webm, varying rate", suffix: "webm", rate: "50", grid: "25",
            videoFilter: varying,
            options: ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"]
                + ["-fps_mode", "vfr"]),
    ]

    /// Tracks with different starts, in each container.
    ///
    /// AVI has no times, only a start for each track in its header. ffmpeg's muxer leaves that at 0, so
    /// late audio is early in every player; other programs write it.
    static let starts =
        perContainer + [
            SyncClip(
                name: "avi, audio starts late", suffix: "avi", audioFilter: "atrim=start=1.3",
                options: ["-c:v", "mpeg4", "-c:a", "pcm_s16le"], audioStart: 62_400, pairs: 2)
        ]

    private static let perContainer = ["mp4", "mov", "mkv", "ts", "flv"].flatMap { suffix in
        [
            SyncClip(
                name: "\(suffix), audio starts late", suffix: suffix,
                audioFilter: "atrim=start=1.3", options: h264 + aac, pairs: 2),
            SyncClip(
                name: "\(suffix), video starts late", suffix: suffix,
                videoFilter: "trim=start=1.28", options: h264 + aac, pairs: 2),
        ]
    }

    /// Selects the frames of the flashes and every second to fourth of the others, without a period.
    private static let varying =
        "select='not(mod(n\\,2))*gt(mod(n*n*7\\,11)\\,3)+between(mod(n\\,225)\\,18\\,30)"
        + "+between(n\\,245\\,256)+between(n\\,465\\,476)'"
}
