import Foundation
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Packaging
@testable import Transcoding

/// Artifacts of single segments of single renditions, made by jobs for different sets of renditions.
@Suite struct RenditionArtifactTests {
    let folder: TemporaryFolder
    let clip: DistributedClip
    let transcoder = DistributedClip.transcoder()

    init() async throws {
        folder = try TemporaryFolder("renditions")
        clip = try await DistributedClip.shared.value
    }

    private var artifacts: URL { folder.file(".vtranscode/jobs/1/artifacts") }

    /// The inodes of the artifacts' folders, by a name of their content and the key; a folder made again has another.
    private func made() throws -> [String: NSNumber] {
        let keys = try FileManager.default.contentsOfDirectory(atPath: artifacts.path)
        return try Dictionary(
            uniqueKeysWithValues: keys.map { key in
                let path = artifacts.appending(path: key).path
                let file = try FileManager.default.contentsOfDirectory(atPath: path)
                    .filter { $0 != "result.json" && !$0.hasSuffix("mp4") }.sorted().last
                let inode = try FileManager.default.attributesOfItem(atPath: path)[
                    .systemFileNumber]
                return ("\(file ?? "") \(key)", try #require(inode as? NSNumber))
            })
    }

    /// The contents that were made between two states.
    private func contents(
        of new: [String: NSNumber], since old: [String: NSNumber]
    ) -> [String] {
        new.filter { old[$0.key] != $0.value }.keys.map { $0.split(separator: " ")[0] + "" }
            .sorted()
    }

    private func manifest() throws -> Manifest {
        try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: folder.file("clip/manifest.json")))
    }

    @Test(arguments: [Container.fmp4, .ts])
    func packageOfDifferentSetsIsThatOfOneRun(container: Container) async throws {
        let request = clip.request(to: folder.url, container)
        try await transcoder.encode(request, chunks: 1..<3, renditions: ["90p"])
        #expect(
            try contents(of: made(), since: [:]).filter { $0.hasSuffix("m4s") }
                == ["90p-1.m4s", "90p-2.m4s"])
        try await transcoder.encode(request, chunks: 0..<2, renditions: ["180p"])
        try await transcoder.encode(request, chunks: 3..<4, renditions: ["90p", "180p"])
        try await transcoder.thumbnails(request)
        let before = try made()
        try await transcoder.build(request, attempt: "1").commit(in: .local)
        let segments = try contents(of: made(), since: before)
            .filter { $0.contains("p-") && $0.hasSuffix("m4s") }
        #expect(segments == ["180p-2.m4s", "90p-0.m4s"])
        // A segment counts as reused if all its renditions are.
        #expect(try manifest().work.segments == 4 && manifest().work.reused == 2)
        let digests = try await FileTree.digests(of: folder.url)
        #expect(FileTree.differences(digests, try await clip.run(container)) == [])
    }

    @Test func missingArtifactIsMadeAgainAlone() async throws {
        let request = clip.request(to: folder.url)
        try await transcoder.encode(request, chunks: 0..<4)
        let before = try made()
        #expect(before.count == 12)
        for content in ["90p-1.m4s", "180p-0.m4s", "tiles.yuv"] {
            let name = try #require(before.keys.first { $0.hasPrefix(content) })
            let key = try #require(name.split(separator: " ").last)
            try FileManager.default.removeItem(at: artifacts.appending(path: "\(key)"))
            // Another folder must not get the inode.
            let other = try folder.folder("other-\(key)")
            try await transcoder.encode(request, chunks: 0..<4)
            let after = try made()
            #expect(Set(after.keys) == Set(before.keys))
            #expect(contents(of: after, since: before).contains(content))
            try FileManager.default.removeItem(at: other)
        }
        let unchanged = try made().filter { before[$0.key] == $0.value }
        #expect(unchanged.count >= 9, "others were made again")
        try await transcoder.build(request, attempt: "1").commit(in: .local)
        let digests = try await FileTree.digests(of: folder.url)
        #expect(FileTree.differences(digests, try await clip.run()) == [])
    }

    /// A change of a rung makes the segments of that rung again, and those of rungs that are scaled from it if its frames change.
    @Test func changedRungIsEncodedAgainWithThoseScaledFromIt() async throws {
        let (top, low) = (DistributedClip.ladder[0], DistributedClip.ladder[1])
        let cases: [(ladder: [Rung], made: Set<String>)] = [
            ([Rung(name: "180p", size: 180, crf: 30, maxrate: .kilobits(400)), low], ["180p"]),
            ([top, Rung(name: "90p", size: 90, maxrate: .kilobits(150))], ["90p"]),
            (
                [Rung(name: "160p", size: 160, maxrate: .kilobits(400)), low],
                ["160p", "90p", "tiles.yuv"]
            ),
            // Tiles are made from the last rendition.
            (
                [top, low, Rung(name: "60p", size: 60, maxrate: .kilobits(90))],
                ["60p", "tiles.yuv"]
            ),
            ([low], ["90p", "tiles.yuv"]),
            // The other rungs do not depend on the version of its encoder.
            (
                [top, low, Rung(name: "hevc", codec: .hevc, size: 90, maxrate: .kilobits(100))],
                ["hevc", "tiles.yuv"]
            ),
        ]
        try await transcoder.encode(clip.request(to: folder.url), chunks: 0..<4)
        let before = try made()
        for (ladder, expected) in cases {
            let known = try made()
            let request = clip.request(to: folder.url, ladder: ladder)
            try await transcoder.encode(request, chunks: 0..<4)
            let new = try contents(of: made(), since: known)
            #expect(Set(new.map { $0.split(separator: "-")[0] + "" }) == expected)
            #expect(new.count == expected.count * 4, "\(new)")
        }
        #expect(try made().filter { before[$0.key] == $0.value }.count == before.count)
    }

    /// Names that the plan does not have are no renditions.
    @Test func unknownRenditionsAreNotEncoded() async throws {
        let request = clip.request(to: folder.url)
        try await transcoder.encode(request, chunks: 0..<1, renditions: ["720p"])
        #expect(try contents(of: made(), since: [:]) == ["tiles.yuv"])
    }
}
