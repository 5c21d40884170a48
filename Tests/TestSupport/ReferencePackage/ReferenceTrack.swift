import Foundation

/// One track of a reference package: ffmpeg's fragments of one frame each, grouped into segments.
struct ReferenceTrack {
    let folder: URL
    /// The duration of one frame, in seconds.
    let frame: Double
    /// The number of frames in a segment, and in a GOP.
    let segmentFrames: Int
    let groupFrames: Int
    /// Whether the byte ranges of I-frames have the whole GOP, a corruption.
    let hasWideKeyframes: Bool

    /// Writes init segment, segments and both playlists.
    func write(initSegment: Data, _ fragments: some Collection<Data>) throws {
        try initSegment.write(to: folder.appending(path: "init.mp4"))
        var segments = ""
        var keyframes = ""
        let all = Array(fragments)
        for (index, start) in stride(from: 0, to: all.count, by: segmentFrames).enumerated() {
            let frames = all[start..<min(start + segmentFrames, all.count)]
            let name = String(format: "%05d.m4s", index)
            try Data(frames.joined()).write(to: folder.appending(path: name))
            segments += "#EXTINF:\(text(frames.count)),\n\(name)\n"
            keyframes += groups(of: Array(frames), in: name)
        }
        try (head + segments + "#EXT-X-ENDLIST\n").write(
            to: folder.appending(path: "playlist.m3u8"),
            atomically: true,
            encoding: .utf8
        )
        try (head + "#EXT-X-I-FRAMES-ONLY\n" + keyframes + "#EXT-X-ENDLIST\n").write(
            to: folder.appending(path: "iframes.m3u8"),
            atomically: true,
            encoding: .utf8
        )
    }

    private var head: String {
        let target = Int((Double(segmentFrames) * frame).rounded(.up))
        return "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:\(target)\n"
            + "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI=\"init.mp4\"\n"
    }

    private func groups(of frames: [Data], in name: String) -> String {
        var entries = ""
        var position = 0
        for start in stride(from: 0, to: frames.count, by: groupFrames) {
            let group = frames[start..<min(start + groupFrames, frames.count)]
            let size = group.reduce(0) { $0 + $1.count }
            let length = hasWideKeyframes ? size : frames[start].count
            entries += "#EXTINF:\(text(group.count)),\n#EXT-X-BYTERANGE:\(length)@\(position)\n"
            entries += "\(name)\n"
            position += size
        }
        return entries
    }

    private func text(_ frames: Int) -> String { String(format: "%.6f", Double(frames) * frame) }
}
