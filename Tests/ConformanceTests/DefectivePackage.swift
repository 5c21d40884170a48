import Foundation
import TestSupport

/// A package of ffmpeg, of three segments of 1 s, in which a test changes one thing.
struct DefectivePackage {
    let folder: TemporaryFolder

    private static let original = Task {
        let folder = try TemporaryFolder.untilExit("package")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=3"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "0"]
                + ["-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-f", "hls"]
                + ["-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"]
                + ["-hls_segment_filename", folder.appending(path: "%d.m4s").path]
                + [folder.appending(path: "video.m3u8").path])
        try """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=8000000,CODECS="avc1.42c00c",RESOLUTION=320x180
        video.m3u8

        """.write(
            to: folder.appending(path: "master.m3u8"), atomically: true, encoding: .utf8)
        return folder
    }

    init() async throws {
        folder = try TemporaryFolder("defects")
        let original = try await Self.original.value
        for name in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            try FileManager.default.copyItem(
                at: original.appending(path: name), to: folder.file(name))
        }
    }

    var path: String { folder.url.path }

    func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.file(name)))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.file(name))
    }

    func replace(_ text: String, with other: String, in name: String) throws -> Bool {
        let old = try String(contentsOf: folder.file(name), encoding: .utf8)
        guard let range = old.range(of: text) else { return false }
        try old.replacingCharacters(in: range, with: other)
            .write(to: folder.file(name), atomically: true, encoding: .utf8)
        return true
    }

    /// Changes the first four characters of this kind in a file.
    func rename(box: String, to other: String, in name: String) throws -> Bool {
        var data = try Data(contentsOf: folder.file(name))
        guard let range = data.range(of: Data(box.utf8)) else { return false }
        data.replaceSubrange(range, with: Data(other.utf8))
        try data.write(to: folder.file(name))
        return true
    }
}
