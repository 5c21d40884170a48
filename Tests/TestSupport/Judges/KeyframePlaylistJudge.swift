import Foundation

/// Judges the I-frame playlists: every entry a whole fragment that shows one picture.
public enum KeyframePlaylistJudge {
    public static func faults(in package: PublishedPackage) async throws -> [String] {
        let folder = try TemporaryFolder("keyframes")
        var faults: [String] = []
        if package.iframes.count != package.rungs.count {
            faults.append(
                "\(package.iframes.count) I-frame playlists, \(package.rungs.count) rungs"
            )
        }
        for track in package.iframes {
            let table = folder.file("frames")
            let complaints = try await FFmpeg.complaints(
                ["-xerror", "-copyts", "-i", FFprobe.path(track.joined(into: folder.url))]
                    + ["-fps_mode", "passthrough", "-f", "framecrc", FFprobe.path(table)]
            )
            faults += complaints.prefix(2).map { "\(track.name) I-frames: \($0)" }
            let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
            let frames = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            if frames.count != track.segments.count {
                faults.append(
                    "\(track.name) I-frames: \(frames.count) of \(track.segments.count) decode"
                )
            }
            let rung = package.rungs.first { $0.track.folder == track.folder }
            if let rung, abs(rung.track.duration - track.duration) > 0.001 {
                faults.append("\(track.name) I-frames: \(track.duration) s in all")
            }
        }
        return faults
    }
}
