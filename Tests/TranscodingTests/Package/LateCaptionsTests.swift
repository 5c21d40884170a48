import Foundation
import Storage
import TestSupport
import Testing

@testable import MediaModel
@testable import MediaSandbox
@testable import Packaging
@testable import Transcoding

/// Closed captions that the probe of an index does not see are found by chunks, and then read from all packets.
@Suite struct LateCaptionsTests {
    private let folder: TemporaryFolder
    private let clip: DistributedClip
    private let large: DistributedClip

    /// Captions in some frames only, none of them near a keyframe.
    init() async throws {
        folder = try TemporaryFolder("late")
        clip = DistributedClip(upload: folder.file("clip.mp4"))
        try await CaptionedClip.make(
            [100: "{RCL}{15}HELLO{EOC}", 300: "{EDM}"], isPadded: false, at: clip.upload)
        large = DistributedClip(upload: try folder.folder("large").appending(path: "clip.mp4"))
        try EnlargedClip.write(
            try Data(contentsOf: clip.upload), byteCount: 40_000_000, to: large.upload)
    }

    private func manifest(_ request: PackageRequest, in output: URL) async throws -> Manifest {
        try await DistributedClip.transcoder().build(request, attempt: "1").commit(in: .local)
        return try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: output.appending(path: "clip/manifest.json")))
    }

    @Test func lateCaptionsArePublished() async throws {
        let session = try TranscodingSession(
            Location(large.upload.filePath), preset: DistributedClip.preset(), sandboxMode: .none,
            logger: RecordedLog().logger)
        let probed = try await session.probe(sidecars: [])
        #expect(probed.isIndexed && probed.captions.isEmpty)

        let (small, output) = (try folder.folder("small"), try folder.folder("output"))
        let expected = try await manifest(clip.request(to: small), in: small)
        let captions = try await manifest(large.request(to: output), in: output)
        #expect(expected.captions.count == 1 && captions.captions.count == 1)
        #expect(captions.upload.captions == expected.upload.captions)
        let digests = try await FileTree.digests(of: output)
        let texts = digests.filter { $0.key.contains("/captions/") }
        #expect(!texts.isEmpty)
        let others = try await FileTree.digests(of: small).filter {
            $0.key.contains("/captions/")
        }
        #expect(FileTree.differences(texts, others) == [])
        #expect(FileTree.differences(digests, try await large.run()) == [])
    }
}
