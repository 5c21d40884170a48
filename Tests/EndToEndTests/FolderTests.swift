import Foundation
import TestSupport
import Testing

/// The uploads of a folder, and the skipped files.
@Suite struct FolderTests {
    @Test func onlyMediaIsPackaged() async throws {
        let folder = try TemporaryFolder("uploads")
        let uploads = try folder.folder("uploads/deep/er")
            .deletingLastPathComponent().deletingLastPathComponent()
        try Clip.copySmall(to: uploads.appending(path: "deep/er/clip.mp4"))
        try Clip.copySmall(to: uploads.appending(path: ".hidden.mp4"))
        let elsewhere = try Clip.copySmall(to: folder.file("elsewhere.mp4"))
        try FileManager.default.createSymbolicLink(
            at: uploads.appending(path: "link.mp4"),
            withDestinationURL: elsewhere
        )
        try FileManager.default.createSymbolicLink(
            at: uploads.appending(path: "linked"),
            withDestinationURL: folder.url
        )
        #expect(mkfifo(uploads.appending(path: "pipe.mp4").path, 0o600) == 0)
        try Data("# Notes\n".utf8).write(to: uploads.appending(path: "README.md"))
        try Data("{}".utf8).write(to: uploads.appending(path: "info.json"))
        let output = folder.file("out")

        let report = try await VTranscode.run([uploads], to: output)
        #expect(report.status == 0, "\(report.errorOutput)")
        #expect(report.finished.map(\.outcome) == [.published])
        #expect(report.end(of: "clip.mp4") != nil)
        let skipped = report.skipped.filter { !($0.reason ?? "").isEmpty }
            .compactMap { $0.path.map { URL(filePath: $0).lastPathComponent } }
        for name in [".hidden.mp4", "link.mp4", "pipe.mp4", "README.md", "info.json"] {
            #expect(skipped.contains(name), "\(name) is not reported as skipped")
        }
    }

    @Test func oneBadUploadDoesNotStopTheOthers() async throws {
        let folder = try TemporaryFolder("mixed")
        let uploads = try folder.folder("uploads")
        try Data().write(to: uploads.appending(path: "a-bad.mp4"))
        try Clip.copySmall(to: uploads.appending(path: "b-good.mp4"))
        let report = try await VTranscode.run([uploads], to: folder.file("out"))
        #expect(report.status == 1)
        #expect(report.end(of: "a-bad.mp4")?.outcome == .failed)
        #expect(report.end(of: "b-good.mp4")?.outcome == .published)
    }

    @Test func equalNamesGetDistinctStablePackageNames() async throws {
        let folder = try TemporaryFolder("names")
        let uploads = folder.file("uploads")
        _ = try folder.folder("uploads/a")
        _ = try folder.folder("uploads/b")
        try Clip.copySmall(to: uploads.appending(path: "a/clip.mp4"))
        let other = try Clip.copySmall(to: uploads.appending(path: "b/clip.mp4"))
        try append(other)
        let output = folder.file("out")

        let first = try await VTranscode.run([uploads], to: output)
        #expect(first.finished.map(\.outcome) == [.published, .published], "\(first.errorOutput)")
        #expect(Set(first.finished.compactMap(\.name)).count == 2)
        let second = try await VTranscode.run([uploads], to: output)
        #expect(second.finished.map(\.outcome) == [.unchanged, .unchanged])
        #expect(names(second) == names(first))
    }

    /// Spaces, an umlaut, a colon, an emoji: the package's name needs no escapes in a URL.
    @Test(arguments: ["Mein Häuschen 🏡.mp4", "concat:a|b.mp4", "-dash.mp4", "100%.mp4"])
    func packageNamesAreSafeInURLs(_ name: String) async throws {
        let folder = try TemporaryFolder("addresses")
        let uploads = try folder.folder("uploads")
        try Clip.copySmall(to: uploads.appending(path: name))
        let report = try await VTranscode.run([uploads], to: folder.file("out"))
        #expect(report.status == 0, "\(report.errorOutput)")
        let package = try #require(report.finished.first?.name)
        #expect(package.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._~-]*/) != nil, "\(package)")
    }

    private func names(_ report: RunReport) -> [String: String] {
        Dictionary(uniqueKeysWithValues: report.finished.map { ($0.upload ?? "", $0.name ?? "") })
    }

    /// Changes a file, but not its media: appends a `free` box.
    private func append(_ file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0, 0, 0, 8]) + Data("free".utf8))
        try handle.close()
    }
}
