import Errors
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Packaging

/// A format that only tests use, for packages with a download: a line for each track.
private struct TrackList: PresentationWriter {
    static let format = "tracks"
    static let entryPath = "tracks.txt"
    static func isWritten(with packaging: Packaging) -> Bool { packaging.download }

    let files: [TextFile]

    init(_ presentation: Presentation) {
        let media = presentation.video.map(\.media) + presentation.separateAudio.map(\.media)
        let lines = media.map { track in
            let segments = track.segments.map { "\($0.fileName):\($0.duration)" }
            return [track.path, track.codec, track.initialization ?? "-", "\(track.timescale)"]
                + segments
        }
        files = [
            TextFile(
                path: Self.entryPath,
                text: lines.map { $0.joined(separator: " ") + "\n" }.joined())
        ]
    }
}

/// A format whose entry file is missing.
private struct Incomplete: PresentationWriter {
    static let format = "incomplete"
    static let entryPath = "entry.txt"
    static func isWritten(with packaging: Packaging) -> Bool { true }

    let files = [TextFile(path: "other.txt", text: "")]

    init(_ presentation: Presentation) {}
}

/// A format that writes over the multivariant playlist.
private struct Colliding: PresentationWriter {
    static let format = "colliding"
    static let entryPath = HLSPlaylists.entryPath
    static func isWritten(with packaging: Packaging) -> Bool { true }

    let files = [TextFile(path: entryPath, text: "")]

    init(_ presentation: Presentation) {}
}

@Suite struct PresentationFormatsTests {
    private func presentation(_ preset: String = "hls-ladder") throws -> Presentation {
        let plan = try SamplePlan.plan(
            SamplePlan.info(audioTracks: [SamplePlan.audio(1, "en")]), preset: preset)
        return try Presentation(
            plan, video: SampleResults.chunks(#require(plan.video)),
            audio: plan.audio.map(SampleResults.audio))
    }

    @Test func packagesHavePlaylistsOnly() throws {
        let presentation = try presentation()
        let files = try PresentationFiles(
            presentation, Packaging(download: true), in: PresentationFormats.all)
        #expect(files.files == HLSPlaylists(presentation).files)
        #expect(files.entries == [Manifest.Format(name: "hls", path: "master.m3u8")])
    }

    @Test func registeredFormatIsWrittenBesidePlaylists() throws {
        let presentation = try presentation()
        let registry: [any PresentationWriter.Type] = [HLSPlaylists.self, TrackList.self]
        let files = try PresentationFiles(presentation, Packaging(download: true), in: registry)
        #expect(files.files.dropLast() == HLSPlaylists(presentation).files[...])
        #expect(files.entries.map(\.name) == ["hls", "tracks"])
        #expect(files.entries.last?.path == "tracks.txt")
        let lines = try #require(files.files.last).text.split(separator: "\n")
        #expect(
            lines.first == """
                video/720p avc1.64001f init.mp4 30000 00000.m4s:180000 00001.m4s:180000 \
                00002.m4s:60000
                """)
        #expect(lines.count == presentation.video.count + 1)
        #expect(lines.last?.hasPrefix("audio/en mp4a.40.2 init.mp4 48000 00000.m4s:") == true)
    }

    @Test func packagingChoosesTheFormats() throws {
        let files = try PresentationFiles(
            presentation(), Packaging(download: false), in: [HLSPlaylists.self, TrackList.self])
        #expect(files.entries.map(\.name) == ["hls"])
    }

    @Test func transportStreamsHaveNoInitSegment() throws {
        let whole = try SamplePlan.plan(SamplePlan.info(audioTracks: []))
        let plan = EncodingPlan(
            container: .ts, startingRate: 2_000_000, video: whole.video, audio: [], captions: [],
            duration: whole.duration, findings: [])
        let video = SampleResults.chunks(try #require(plan.video))
        let transport = try Presentation(plan, video: video, audio: [])
        #expect(transport.video.allSatisfy { $0.media.initialization == nil })
        #expect(try presentation().video.allSatisfy { $0.media.initialization == "init.mp4" })
    }

    @Test(
        arguments: [
            [], [Incomplete.self], [HLSPlaylists.self, Colliding.self],
        ] as [[any PresentationWriter.Type]])
    func inconsistentRegistriesAreRejected(registry: [any PresentationWriter.Type]) throws {
        let presentation = try presentation()
        #expect(throws: InternalError.self) {
            _ = try PresentationFiles(presentation, Packaging(), in: registry)
        }
    }
}
