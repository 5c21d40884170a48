import Foundation
import TestSupport
import Testing

/// docs/audio.md, Synchronization: audio and video are within 20 ms of the source, at the start, in the middle and at the end.
@Suite struct SyncTests {
    /// One small rung, since all have the same times.
    static let preset = """
        name: sync
        description: One small rung.
        video: { encoder: { preset: ultrafast }, maxFrameRate: 60 }
        ladder: [{ name: 180p, size: 180, crf: 30, maxrate: 500k }]
        thumbnails: none
        """

    @Test(arguments: SyncClip.containers + SyncClip.clocks + SyncClip.starts)
    func flashesAndBeepsAreSimultaneous(_ clip: SyncClip) async throws {
        let folder = try TemporaryFolder("sync")
        let upload = try await clip.make(in: folder.url)
        let preset = folder.file("sync.yaml")
        try Data(Self.preset.utf8).write(to: preset)
        let report = try await VTranscode.run(
            [upload], to: folder.file("out"), "--preset", preset.path, "--jobs", "1")
        #expect(report.status == 0, "\(report.errorOutput)")
        let package = try PublishedPackage(folder.file("out/clip"))
        let seen = try await FlashesAndBeeps(of: package)
        #expect(seen.offsets.count >= clip.pairs, "\(seen)")
        let offsets = seen.offsets.suffix(clip.pairs)
        #expect(offsets.allSatisfy { abs($0) <= 0.020 }, "\(seen), \(offsets)")
        // The offset is constant at a constant frame rate; at a variable one, each frame has its own.
        let drift = (offsets.max() ?? 0) - (offsets.min() ?? 0)
        #expect(drift <= (clip.grid == nil ? 0.002 : 0.021), "\(seen), \(offsets)")
    }
}
