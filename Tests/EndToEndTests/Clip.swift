import Foundation
import TestSupport

/// Uploads for tests of the command.
enum Clip {
    /// Returns the smallest upload that must result in a package with video.
    static func small() throws -> URL {
        let sized = UploadFolder.accepted.filter {
            $0.entry == nil || $0.entry?.displayWidth != nil
        }
        .filter { $0.url.pathExtension == "mp4" }
        guard let smallest = sized.min(by: { size($0.url) < size($1.url) }) else {
            throw PackageError("no upload in \(UploadFolder.main.path)")
        }
        return smallest.url
    }

    /// Copies the small upload under another name.
    @discardableResult
    static func copySmall(to url: URL) throws -> URL {
        try FileManager.default.copyItem(at: small(), to: url)
        return url
    }

    /// Makes a clip of a minute with ten segments, long enough to be interrupted.
    static func long(in folder: URL) async throws -> URL {
        let candidates = UploadFolder.accepted.filter {
            $0.url.pathExtension == "mp4" && ($0.entry == nil || $0.entry?.displayHeight == 720)
        }
        guard let source = candidates.first ?? UploadFolder.accepted.first else {
            throw PackageError("no upload in \(UploadFolder.main.path)")
        }
        let file = folder.appending(path: "long.mp4")
        try await FFmpeg.run(
            ["-stream_loop", "-1", "-i", FFprobe.path(source.url), "-map", "0:v:0"]
                + ["-vf", "fps=30,scale=1280:720,setsar=1,format=yuv420p"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "60"]
                + ["-frames:v", "1800", "-metadata:s:v", "rotate=0", FFprobe.path(file)]
        )
        return file
    }

    private static func size(_ file: URL) -> Int {
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
        return size?.intValue ?? .max
    }
}
