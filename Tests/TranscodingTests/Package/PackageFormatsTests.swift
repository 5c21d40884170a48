import Foundation
import Presets
import Storage
import TestSupport
import Testing

@testable import MediaModel
@testable import Packaging
@testable import Transcoding

/// A format that only tests use: the folders of the video tracks.
private struct TrackList: PresentationWriter {
    static let format = "tracks"
    static let entryPath = "formats/tracks.txt"
    static func isWritten(with packaging: Packaging) -> Bool { true }

    let files: [TextFile]

    init(_ presentation: Presentation) {
        let paths = presentation.video.map(\.media.path)
        files = [TextFile(path: Self.entryPath, text: paths.joined(separator: "\n"))]
    }
}

@Suite struct PackageFormatsTests {
    /// The package has the format's file, and is otherwise equal to one without it.
    @Test func registeredFormatIsInThePackageAndItsManifest() async throws {
        let folder = try TemporaryFolder("formats")
        let clip = try await DistributedClip.shared.value
        let request = clip.request(to: folder.url)
        let built = try await PresentationFormats.$all.withValue([
            HLSPlaylists.self, TrackList.self,
        ]) {
            try await DistributedClip.transcoder().build(request, attempt: "1")
        }
        try built.commit(in: .local)
        let text = try String(
            contentsOf: folder.file("clip/formats/tracks.txt"), encoding: .utf8)
        #expect(text == "video/180p\nvideo/90p")
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: folder.file("clip/manifest.json")))
        #expect(manifest.playlist == "master.m3u8")
        #expect(manifest.formats == [Manifest.Format(name: "tracks", path: "formats/tracks.txt")])
        #expect(manifest.files.contains { $0.path == "formats/tracks.txt" })
        var digests = try await FileTree.digests(of: folder.url)
        #expect(digests.removeValue(forKey: "clip/formats/tracks.txt") != nil)
        var expected = try await clip.run()
        digests["clip/manifest.json"] = nil
        expected["clip/manifest.json"] = nil
        #expect(FileTree.differences(digests, expected) == [])
    }
}
