import Foundation
import Logging
internal import MediaSandbox
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing

@testable import Transcoding

/// A clip of four segments with audio and captions beside it, and its package by one run.
struct DistributedClip {
    let upload: URL

    /// 20 s, a keyframe every second: four chunks.
    static let shared = Task {
        let folder = try TemporaryFolder.untilExit("staged")
        let file = folder.appending(path: "clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=20"]
                + ["-f", "lavfi", "-i", "sine=d=20", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "10", "-c:a", "aac", FFprobe.path(file)])
        try Data("1\n00:00:01,000 --> 00:00:02,000\nhello\n".utf8)
            .write(to: folder.appending(path: "clip.en.srt"))
        return DistributedClip(upload: file)
    }

    static let ladder = [
        Rung(name: "180p", size: 180, maxrate: .kilobits(400)),
        Rung(name: "90p", size: 90, maxrate: .kilobits(200)),
    ]

    static func preset(_ container: Container = .fmp4, _ ladder: [Rung] = ladder) -> Preset {
        Preset(
            name: "staged", description: "Small.",
            packaging: Packaging(container: container, download: true), ladder: ladder)
    }

    func request(
        to output: URL, id: String = "1", _ container: Container = .fmp4, upload: URL? = nil,
        sha256: String? = nil, sidecars: [SubmittedSidecar]? = nil, ladder: [Rung] = Self.ladder
    ) -> PackageRequest {
        PackageRequest(
            id: id, upload: Location((upload ?? self.upload).filePath), sha256: sha256,
            sidecars: sidecars,
            output: Location(output.filePath), name: "clip", preset: Self.preset(container, ladder))
    }

    static func transcoder(jobs: Int = 2) -> DistributedTranscoder {
        DistributedTranscoder(
            jobs: jobs, memory: 2 << 30, sandboxMode: .none, logger: Logger(label: "test"))
    }

    /// Returns the digests of the package of `run`.
    func run(_ container: Container = .fmp4) async throws -> [String: String] {
        let folder = try TemporaryFolder("run")
        let options = RunOptions(
            output: Location(folder.url.filePath), name: "clip", preset: Self.preset(container),
            jobs: 2,
            memory: 2 << 30, force: false, sandboxMode: .none)
        let outcome = try await Pipeline(options, logger: Logger(label: "test")).run([
            Location(upload.filePath)
        ]) {
            _ in
        }
        try #require(outcome.results.count == 1)
        var digests = try await FileTree.digests(of: folder.url)
        digests["index.json"] = nil
        return digests
    }
}
