import Foundation
import HLS
import LibAV
internal import MediaModel
import TestSupport
import Storage
import Testing

@testable import MediaSandbox
@testable import Probing

/// The captions of an upload have limits that all its tracks share.
@Suite struct CaptionTracksTests {
    /// Returns the captions of a clip's second video track, and the codes of findings.
    private func captions(maximumPairs: Int, of file: URL) throws -> (
        texts: [String], codes: [Finding.Code]
    ) {
        let demuxer = try Upload(Location(file.filePath), in: LocalUploadSource()).demuxer(
            analyze: true
        ) {
            false
        }
        let streams = demuxer.streams
        var tracks = CaptionTracks(streams, maximumPairs: maximumPairs)
        let packet = try Packet()
        while try demuxer.read(into: packet) { tracks.add(packet) }
        let sources = tracks.finish(video: streams[1], end: 13_000)
        return (sources.flatMap(\.cues).map(\.text), tracks.findings.map(\.code))
    }

    @Test func videoTracksShareOneLimit() async throws {
        let folder = try TemporaryFolder("captions-limit")
        let (clip, twice) = (folder.file("clip.mp4"), folder.file("twice.mp4"))
        let text = "{RCL}{15}Popped on{EOC}"
        // The text is followed by padding only, which is not stored.
        try await CaptionedClip.make([10: text, 200: "{EDM}"], at: clip)
        try await FFmpeg.run(
            ["-i", FFprobe.path(clip), "-map", "0", "-map", "0", "-c", "copy"]
                + [FFprobe.path(twice)])
        let count = CEA608Text.pairs(text + "{EDM}").count
        let all = try captions(maximumPairs: 2 * count, of: twice)
        #expect(all.texts == ["Popped on"] && all.codes.isEmpty)
        let limited = try captions(maximumPairs: 2 * count - 1, of: twice)
        #expect(limited.texts == ["Popped on"] && limited.codes == [.captionsDamaged])
    }
}
