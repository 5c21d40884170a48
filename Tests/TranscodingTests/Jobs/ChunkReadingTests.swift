import Foundation
import LibAV
import Logging
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Transcoding

/// A chunk's task reads the index and the chunk's part of the upload, with a short run-up.
@Suite struct ChunkReadingTests {
    private static let preset = Preset(
        name: "reading", description: "One rung.", packaging: Packaging(segment: Rational(6)),
        ladder: [Rung(name: "36p", size: 36, maxrate: .kilobits(100))])

    @Test func chunkReadsItsOwnBytes() async throws {
        let folder = try TemporaryFolder("reading")
        let (clip, film) = (folder.file("clip.mp4"), folder.file("film.mp4"))
        // Keyframes about every second, as in films, and elsewhere than at the starts of segments.
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=24:d=120"]
                + ["-f", "lavfi", "-i", "sine=r=48000:d=120"]
                + ["-c:v", "libx264", "-preset", "veryfast", "-g", "23", FFprobe.path(clip)])
        try EnlargedClip.write(try Data(contentsOf: clip), byteCount: 100_000_000, to: film)
        let session = try TranscodingSession(
            Location(film.filePath), preset: Self.preset, sandboxMode: .none,
            logger: Logger(label: "test"))
        let video = try #require(try await session.plan(session.probe(sidecars: [])).video)
        let index = try #require(
            try Data(contentsOf: film, options: .mappedIfSafe).range(of: Data("moov".utf8)))
        let indexSize = session.upload.size - index.lowerBound + 4
        let frameCount = video.chunks.reduce(0) { $0 + $1.frames.count }
        #expect(video.chunks.count > 2)
        for chunk in video.chunks {
            let before = session.upload.bytesRead
            _ = try SourceFrames(
                upload: session.upload, source: video.source, chunk: chunk, isStopped: { false }
            ).decode({}, abandon: { _ in }) { _, _, _ in }
            let count = session.upload.bytesRead - before - indexSize
            let share = session.upload.size * chunk.frames.count / frameCount
            #expect(Double(count) < 1.3 * Double(share), "chunk \(chunk.index)")
        }
    }
}
