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
            var count = 0
            for file in try track.playable(into: folder.url) {
                let (frames, complaints) = try await decode(file, folder)
                faults += complaints.prefix(2).map { "\(track.name) I-frames: \($0)" }
                count += frames
            }
            if count != track.segments.count {
                faults.append("\(track.name) I-frames: \(count) of \(track.segments.count) decode")
            }
            let rung = package.rungs.first { $0.track.folder == track.folder }
            if let rung, abs(rung.track.duration - track.duration) > 0.001 {
                faults.append("\(track.name) I-frames: \(track.duration) s in all")
            }
        }
        return faults
    }

    private static func decode(
        _ file: URL,
        _ folder: TemporaryFolder
    ) async throws -> (frames: Int, complaints: [String]) {
        let table = folder.file("frames")
        let complaints = try await FFmpeg.complaints(
            ["-xerror", "-copyts", "-i", FFprobe.path(file)]
                + ["-fps_mode", "passthrough", "-f", "framecrc", FFprobe.path(table)]
        )
        let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
        let frames = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        return (frames.count, complaints)
    }
}
