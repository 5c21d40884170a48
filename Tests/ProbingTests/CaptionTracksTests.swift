import Foundation
import HLS
import LibAV
internal import MediaModel
import TestSupport
import Testing

@testable import MediaSandbox
@testable import Probing

/// The captions of a whole upload are gathered within limits that all its tracks share.
@Suite struct CaptionTracksTests {
    /// How many pairs a clip with the same captions in two tracks of pictures keeps, and of which one captions come.
    private func notices(maximumPairs: Int, of file: URL) throws -> (
        texts: [String], codes: [String]
    ) {
        let demuxer = try Upload(file.path).demuxer(analyse: true) { false }
        let streams = demuxer.streams
        var tracks = CaptionTracks(streams, maximumPairs: maximumPairs)
        let packet = try Packet()
        while try demuxer.read(into: packet) { tracks.add(packet) }
        let sources = tracks.finish(picture: streams[1], end: 13_000)
        return (sources.flatMap(\.cues).map(\.text), tracks.notices.map(\.code))
    }

    @Test func tracksOfPicturesShareOneLimit() async throws {
        let folder = try TemporaryFolder("captions-limit")
        let (clip, twice) = (folder.file("clip.mp4"), folder.file("twice.mp4"))
        let text = "{RCL}{15}Popped on{EOC}"
        // Nothing but padding comes behind the text, and that is not kept.
        try await CaptionedClip.make([10: text, 200: "{EDM}"], at: clip)
        try await FFmpeg.run(
            ["-i", FFprobe.path(clip), "-map", "0", "-map", "0", "-c", "copy"]
                + [FFprobe.path(twice)])
        let count = Line21.pairs(text + "{EDM}").count
        let whole = try notices(maximumPairs: 2 * count, of: twice)
        #expect(whole.texts == ["Popped on"] && whole.codes.isEmpty)
        let cut = try notices(maximumPairs: 2 * count - 1, of: twice)
        #expect(cut.texts == ["Popped on"] && cut.codes == ["CAPTIONS_DAMAGED"])
    }
}
