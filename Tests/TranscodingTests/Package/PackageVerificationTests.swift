import Foundation
import Logging
import MediaSandbox
import MediaUnits
import Presets
import Scheduling
import Storage
import TestSupport
import Testing

@testable import MediaModel
@testable import Packaging
@testable import Transcoding

/// A format that writes a wrong duration into one playlist.
private struct WrongPlaylists: PresentationWriter {
    static let format = HLSPlaylists.format
    static let entryPath = HLSPlaylists.entryPath
    static func isWritten(with packaging: Packaging) -> Bool { true }

    let files: [TextFile]

    init(_ presentation: Presentation) {
        files = HLSPlaylists(presentation).files.map { file in
            guard file.path == "video/90p/playlist.m3u8" else { return file }
            let text = file.text.replacing("#EXTINF:6.000000", with: "#EXTINF:5.000000")
            return TextFile(path: file.path, text: text)
        }
    }
}

@Suite struct PackageVerificationTests {
    private static func run(
        _ clip: DistributedClip, to output: URL
    ) async throws -> [UploadResult] {
        let options = RunOptions(
            output: Location(output.filePath), name: "clip",
            preset: clip.request(to: output).preset,
            jobs: 2, memory: .max, force: false, verifies: true, sandboxMode: .none)
        return try await Pipeline(options, logger: Logger(label: "test"))
            .run([clip.request(to: output).upload]) { _ in }.results
    }

    @Test func intactPackageIsPublished() async throws {
        let folder = try TemporaryFolder("verified")
        let results = try await Self.run(DistributedClip.shared.value, to: folder.url)
        guard case .published = results.first?.outcome else {
            Issue.record("\(results)")
            return
        }
        #expect(FileManager.default.fileExists(atPath: folder.file("clip/manifest.json").path))
    }

    @Test func packageWithAnErrorIsNotPublished() async throws {
        let folder = try TemporaryFolder("verified")
        let clip = try await DistributedClip.shared.value
        let results = try await PresentationFormats.$all.withValue([WrongPlaylists.self]) {
            try await Self.run(clip, to: folder.url)
        }
        guard case .failed(let error) = results.first?.outcome else {
            Issue.record("\(results)")
            return
        }
        #expect(error.code == .verificationFailed)
        #expect(error.message.contains("rule segment-duration"), "\(error)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("clip").path))
    }

    @Test func segmentsThatCannotBeDecodedAreFound() async throws {
        let folder = try TemporaryFolder("verified")
        let clip = try await DistributedClip.shared.value
        _ = try await Self.run(clip, to: folder.url)
        let request = clip.request(to: folder.url)
        let upload = try Upload(request.upload, in: .local)
        let runner = Runner(width: 1, memory: .max)
        let media = MediaRunner(.none, logger: Logger(label: "test"))
        let session = TranscodingSession(upload, preset: request.preset, on: runner, in: media)
        let verification = PackageVerification(
            plan: try await session.plan(session.probe(sidecars: [])),
            folder: folder.file("clip").filePath, upload: upload, media: media, storage: .local)
        try verification.check { false }

        let file = folder.file("clip/video/90p/00000.m4s")
        var bytes = try Data(contentsOf: file)
        // Inside of the samples: boxes and sizes stay as they are.
        let start = bytes.count / 2
        for index in start..<min(start + 300, bytes.count) { bytes[index] ^= 0x5A }
        try bytes.write(to: file)
        let error = #expect(throws: UploadError.self) { try verification.check { false } }
        #expect(error?.code == .verificationFailed)
        #expect(error?.message.hasPrefix("video/90p/00000.m4s: ") ?? false, "\(error as Any)")
    }
}
