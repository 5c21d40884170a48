internal import Errors
import Foundation
import Presets
import Storage
import TestSupport
import Testing
internal import Transcoding

@testable import MediaModel

/// Artifacts in a shared workspace, which other hosts write to.
@Suite struct ArtifactTests {
    let folder: TemporaryFolder
    let clip: DistributedClip
    let transcoder = DistributedClip.transcoder()

    init() async throws {
        folder = try TemporaryFolder("artifacts")
        clip = try await DistributedClip.shared.value
    }

    private var artifacts: URL { folder.file(".vtranscode/jobs/1/artifacts") }

    /// The folders of artifacts with a file of which the name matches.
    private func artifacts(with matches: (String) -> Bool) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: artifacts, includingPropertiesForKeys: nil)
            .filter {
                try FileManager.default.contentsOfDirectory(atPath: $0.path)
                    .contains(where: matches)
            }
            .sorted { $0.path < $1.path }
    }

    /// The folders of one rendition's segments.
    private func segments() throws -> [URL] {
        try artifacts { $0.hasPrefix("180p-") && $0.hasSuffix(".m4s") }
    }

    /// The artifact with the init segment.
    private func firstSegment() throws -> URL {
        try #require(try segments().first { try !files(of: $0, "mp4").isEmpty })
    }

    private func segment(of chunk: URL, _ suffix: String = "m4s") throws -> URL {
        try #require(try files(of: chunk, suffix).first)
    }

    private func files(of chunk: URL, _ suffix: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: chunk, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == suffix }
    }

    /// Encodes, changes an artifact, and packages.
    private func packaged(after tamper: (URL) throws -> Void) async throws -> [String: String] {
        let request = clip.request(to: folder.url, .fmp4)
        let plan = try await transcoder.plan(request, batchCost: 0.01)
        for batch in plan.batches { try await transcoder.encode(request, chunks: batch.chunks) }
        let segments = try segments()
        #expect(segments.count == plan.batches.count)
        try tamper(segments[0])
        try await transcoder.build(request, attempt: "1").commit(in: .local)
        return try await FileTree.digests(of: folder.file("clip"))
    }

    private func expected() async throws -> [String: String] {
        let other = try TemporaryFolder("reference")
        let request = clip.request(to: other.url, .fmp4)
        try await transcoder.build(request, attempt: "1").commit(in: .local)
        return try await FileTree.digests(of: other.file("clip"))
    }

    @Test func linkInPlaceOfASegmentIsNotPublished() async throws {
        let secret = folder.file("secret")
        try Data("secret".utf8).write(to: secret)
        let digests = try await packaged { chunk in
            let file = try segment(of: chunk)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: secret)
        }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
        #expect(try String(contentsOf: secret, encoding: .utf8) == "secret")
    }

    /// A segment index that is not planned, negative sizes, invalid JSON.
    @Test(arguments: [
        (#""index":"#, #""index":9999"#), (#""byteCount":"#, #""byteCount":-"#), ("{", "["),
        (#""fragments":["#, #""fragments":[{"offset":-5,"size":9,"time":0,"isKey":true},"#),
    ])
    func impossibleResultIsMadeAgain(text: String, replacement: String) async throws {
        let digests = try await packaged { chunk in
            let file = chunk.appending(path: "result.json")
            let old = try String(contentsOf: file, encoding: .utf8)
            try #require(old.contains(text))
            try old.replacing(text, with: replacement).write(
                to: file, atomically: true, encoding: .utf8)
        }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
    }

    /// The size is unchanged: the corruption is detected while the segment is placed.
    @Test(arguments: ["m4s", "mp4"])
    func corruptFileIsRejectedAndThenMadeAgain(suffix: String) async throws {
        let error = await #expect(throws: UploadError.self) {
            _ = try await packaged { chunk in
                let chunk = suffix == "mp4" ? try firstSegment() : chunk
                let file = try segment(of: chunk, suffix)
                var bytes = try Data(contentsOf: file)
                bytes[bytes.count / 2] ^= 1
                try bytes.write(to: file)
            }
        }
        #expect(error?.code == .output)
        #expect(FileTree.published(in: folder.url).isEmpty)
        let digests = try await packaged { _ in }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
    }

    /// By a name outside of the workspace, the segment could be changed after it is published.
    @Test func segmentWithAnotherNameIsMadeAgain() async throws {
        var inode: NSNumber?
        let digests = try await packaged { chunk in
            let file = try segment(of: chunk)
            let other = folder.file("other-name")
            try FileManager.default.linkItem(at: file, to: other)
            inode =
                try FileManager.default.attributesOfItem(atPath: other.path)[.systemFileNumber]
                as? NSNumber
        }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
        let foreign = try #require(inode)
        for name in FileTree.published(in: folder.file("clip")) {
            let path = folder.file("clip").appending(path: name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.systemFileNumber] as? NSNumber != foreign, "\(name)")
        }
    }

    /// Results without hashes are not valid.
    @Test(arguments: ["sha256", "initialization"])
    func resultWithoutHashesIsMadeAgain(field: String) async throws {
        let digests = try await packaged { chunk in
            let file = chunk.appending(path: "result.json")
            let old = try String(contentsOf: file, encoding: .utf8)
            let new = old.replacing(
                try Regex("\"\(field)\":\"[0-9a-f]{64}\""), with: "\"\(field)\":\"\"")
            try #require(new != old)
            try new.write(to: file, atomically: true, encoding: .utf8)
            // A change that only hashes detect.
            let segment = try segment(of: chunk)
            var bytes = try Data(contentsOf: segment)
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: segment)
        }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
    }

    /// A compromised process made the init segment of one segment, which is made again, without an error of the host.
    @Test func segmentWithAnotherInitSegmentIsRejectedAndThenMadeAgain() async throws {
        let error = await #expect(throws: UploadError.self) {
            _ = try await packaged { chunk in
                let file = chunk.appending(path: "result.json")
                let old = try String(contentsOf: file, encoding: .utf8)
                let hash = try #require(
                    old.firstMatch(of: try Regex("\"initialization\":\"([0-9a-f]{64})\"")))
                let text = String(try #require(hash.output[1].substring))
                try old.replacing(text, with: String(repeating: "0", count: 64)).write(
                    to: file, atomically: true, encoding: .utf8)
            }
        }
        #expect(error?.code == .output)
        #expect(error?.retryability == .limited)
        #expect(FileTree.published(in: folder.url).isEmpty)
        let before = try segments().count
        try await transcoder.build(clip.request(to: folder.url, .fmp4), attempt: "2").commit(
            in: .local)
        #expect(before == 3)
        let digests = try await FileTree.digests(of: folder.file("clip"))
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
    }

    /// What decoding has found, with the images: a link, a file of another size, and values that are not planned.
    @Test(arguments: ["link", "size", "tiles", "poster", "packets"])
    func impossibleDecodingIsMadeAgain(change: String) async throws {
        let secret = folder.file("secret")
        try Data("secret".utf8).write(to: secret)
        let digests = try await packaged { _ in
            let artifact = try #require(try artifacts { $0 == "tiles.yuv" }.first)
            let tiles = artifact.appending(path: "tiles.yuv")
            let result = artifact.appending(path: "result.json")
            let text = try String(contentsOf: result, encoding: .utf8)
            var new = text
            switch change {
            case "link":
                try FileManager.default.removeItem(at: tiles)
                try FileManager.default.createSymbolicLink(at: tiles, withDestinationURL: secret)
                return
            case "size":
                try Data("x".utf8).write(to: tiles)
                return
            case "tiles": new = text.replacing("\"tiles\":[", with: "\"tiles\":[-5,")
            case "poster": new = text.replacing("\"frame\":", with: "\"frame\":99")
            default: new = text.replacing("\"corruptPackets\":0", with: "\"corruptPackets\":-1")
            }
            try #require(new != text)
            try new.write(to: result, atomically: true, encoding: .utf8)
        }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(change): \(differences)")
    }

    /// A decoding with other corruption than that of the finished artifacts: the chunk is made again as a whole.
    @Test func chunkOfDifferentDecodingsIsMadeAgain() async throws {
        let digests = try await packaged { _ in
            for artifact in try artifacts(with: { $0 == "tiles.yuv" }) {
                let result = artifact.appending(path: "result.json")
                let text = try String(contentsOf: result, encoding: .utf8)
                try text.replacing("\"corruptPackets\":0", with: "\"corruptPackets\":7").write(
                    to: result, atomically: true, encoding: .utf8)
            }
            // Every chunk has a segment to encode, whose decoding is compared.
            for other in try artifacts(with: { $0.hasPrefix("90p-") }) {
                try FileManager.default.removeItem(at: other)
            }
        }
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
    }

    /// Hashes in measurements of other hosts are compared with the upload, once in each process.
    @Test func measurementOfAnotherUploadIsMadeAgain() async throws {
        let request = clip.request(to: folder.url, .fmp4)
        _ = try await transcoder.plan(request)
        let job = folder.file(".vtranscode/jobs/1")
        let info = try #require(
            try FileManager.default.contentsOfDirectory(at: job, includingPropertiesForKeys: nil)
                .first { $0.lastPathComponent.hasPrefix("info-") })
        let old = try String(contentsOf: info, encoding: .utf8)
        let hash = try #require(
            old.firstMatch(of: try Regex("\"sha256\":\"([0-9a-f]{64})\"")))
        let text = String(try #require(hash.output[1].substring))
        try old.replacing(text, with: String(repeating: "0", count: 64)).write(
            to: info, atomically: true, encoding: .utf8)
        try await DistributedClip.transcoder().build(request, attempt: "1").commit(in: .local)
        let digests = try await FileTree.digests(of: folder.file("clip"))
        let differences = FileTree.differences(try await expected(), digests)
        #expect(differences.isEmpty, "\(differences)")
    }
}
