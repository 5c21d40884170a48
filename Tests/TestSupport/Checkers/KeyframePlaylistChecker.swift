import Foundation

/// Checks the I-frame playlists: every entry is a whole fragment with one frame.
public enum KeyframePlaylistChecker {
    public static func problems(in package: PublishedPackage) async throws -> [String] {
        let folder = try TemporaryFolder("keyframes")
        var problems: [String] = []
        if package.iframes.count != package.rungs.count {
            problems.append(
                "\(package.iframes.count) I-frame playlists, \(package.rungs.count) rungs"
            )
        }
        for track in package.iframes {
            var count = 0
            for file in try track.playable(into: folder.url) {
                let (frames, errorLines) = try await decode(file, folder)
                problems += errorLines.prefix(2).map { "\(track.name) I-frames: \($0)" }
                count += frames
            }
            if count != track.segments.count {
                problems.append(
                    "\(track.name) I-frames: \(count) of \(track.segments.count) decode")
            }
            let rung = package.rungs.first { $0.track.folder == track.folder }
            if let rung, abs(rung.track.duration - track.duration) > 0.001 {
                problems.append("\(track.name) I-frames: \(track.duration) s in all")
            }
        }
        return problems
    }

    private static func decode(
        _ file: URL,
        _ folder: TemporaryFolder
    ) async throws -> (frames: Int, errorLines: [String]) {
        let table = folder.file("frames")
        let errorLines = try await FFmpeg.errorLines(
            ["-xerror", "-copyts", "-i", FFprobe.path(file)]
                + ["-fps_mode", "passthrough", "-f", "framecrc", FFprobe.path(table)]
        )
        let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
        let frames = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        return (frames.count, errorLines)
    }
}
