import Foundation
internal import MediaModel
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Transcoding

@Suite struct UploadDiscoveryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("discovery") }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let file = folder.file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// The paths relative to the folder, sorted.
    private func names(_ paths: [FilePath]) -> [String] {
        paths.map { path in
            var path = path
            let isBelow = path.removePrefix(folder.url.filePath)
            #expect(isBelow)
            return path.string
        }.sorted()
    }

    private func discovery(_ paths: [FilePath], output: FilePath) -> UploadDiscovery {
        UploadDiscovery(paths.map(Location.init), output: Location(output))
    }

    @Test func mediaIsFoundByExtensionOrFirstBytes() throws {
        try write([1], to: "a.mp4")
        try write([1], to: "deep/er/B.MOV")
        try write(Array("OggS\0\0\0\0".utf8), to: "unnamed")
        try write(Array("hello".utf8), to: "notes.txt")
        try write(Array("1\n00:00".utf8), to: "a.srt")
        try write([0xFF, 0xD8, 0xFF], to: "image.data")
        try write([1], to: ".hidden.mp4")
        let found = discovery([folder.url.filePath], output: "/nowhere")
        #expect(
            names(found.uploads.compactMap(\.location.path))
                == ["a.mp4", "deep/er/B.MOV", "image.data", "unnamed"])
        #expect(
            names(found.skipped.compactMap(\.location.path)) == [
                ".hidden.mp4", "a.srt", "notes.txt",
            ])
        #expect(found.skipped.allSatisfy { !$0.reason.isEmpty })
    }

    /// Files of an output folder below a folder of uploads are no uploads; those of the output folder itself are.
    @Test func outputFolderMayContainUploads() throws {
        try write([1], to: "a.mp4")
        try write([1], to: "out/b.mp4")
        try write([1], to: "out/clip/manifest.json")
        try write([1], to: "out/clip/master.m3u8")
        try write([1], to: "out/clip/download.mp4")
        let output = folder.file("out").filePath
        let around = discovery([folder.url.filePath], output: output)
        #expect(names(around.uploads.compactMap(\.location.path)) == ["a.mp4"])
        let within = discovery([output], output: output)
        #expect(names(within.uploads.compactMap(\.location.path)) == ["out/b.mp4"])
        #expect(discovery([output.appending(".")], output: output).uploads.count == 1)
    }

    @Test func sizesAreThoseOfTheFiles() throws {
        try write([UInt8](repeating: 0, count: 1_234), to: "a.mp4")
        #expect(
            discovery([folder.url.filePath], output: "/nowhere").uploads.map(\.size) == [
                1_234
            ])
        #expect(
            discovery([folder.file("a.mp4").filePath], output: "/nowhere").uploads.map(\.size)
                == [
                    1_234
                ])
    }

    @Test func mediaWithANameThatIsNotUTF8Fails() throws {
        for name in ["clip\u{FF}.mp4", "notes\u{FF}.txt"] {
            let path =
                Array("\(folder.url.path)/".utf8) + name.unicodeScalars.map { UInt8($0.value) }
            let file = open(path.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o600)
            try #require(file >= 0)
            close(file)
        }
        let found = discovery([folder.url.filePath], output: "/nowhere")
        #expect(found.unreadable.map(\.code) == [.unreadable])
        #expect(found.unreadable.allSatisfy { $0.upload.hasSuffix(".mp4") })
        #expect(found.skipped.count == 1)
    }

    /// A file that the user names may fail, but is never skipped.
    @Test func namedFileIsNeverSkipped() throws {
        try write(Array("hello".utf8), to: "notes.txt")
        let paths = ["notes.txt", "not-there.mp4"].map { folder.file($0).filePath }
        #expect(discovery(paths, output: "/nowhere").uploads.compactMap(\.location.path) == paths)
        #expect(discovery(paths, output: "/nowhere").skipped.isEmpty)
    }

    @Test func fileNamedTwiceIsOneUpload() throws {
        try write([1], to: "a.mp4")
        let path = folder.file("a.mp4").filePath
        #expect(
            discovery([path, path, folder.url.filePath], output: "/nowhere").uploads.map(
                \.location.path)
                == [
                    path
                ])
        #expect(
            discovery([FilePath(folder.url.path + "/"), path], output: "/nowhere").uploads
                .compactMap(\.location.path)
                == [
                    path
                ])
    }

    /// Some file systems have both.
    @Test func namesThatAreEqualInUnicodeAreTwoUploads() throws {
        for name in ["\u{E9}.mp4", "e\u{301}.mp4"] { try write([1], to: name) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let found = discovery([folder.url.filePath], output: "/nowhere")
        #expect(found.uploads.count == files.count)
    }

    @Test func linksAreNotFollowed() throws {
        try write([1], to: "real/a.mp4")
        let (link, loop) = (folder.file("link.mp4").path, folder.file("loop").path)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.file("real/a.mp4").path)
        try FileManager.default.createSymbolicLink(
            atPath: loop, withDestinationPath: folder.url.path)
        let found = discovery([folder.url.filePath], output: "/nowhere")
        #expect(names(found.uploads.compactMap(\.location.path)) == ["real/a.mp4"])
        #expect(names(found.skipped.compactMap(\.location.path)) == ["link.mp4", "loop"])
    }

    /// A path has no slash at its end that would tell the link from the folder.
    @Test(arguments: ["link", "link/"]) func namedLinkToAFolderIsThatFolder(name: String) throws {
        try write([1], to: "real/a.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link").path, withDestinationPath: "real")
        let named = FilePath(folder.url.path + "/" + name)
        let found = discovery([named], output: "/nowhere")
        #expect(names(found.uploads.compactMap(\.location.path)) == ["link/a.mp4"])
        #expect(found.skipped.isEmpty && found.unreadable.isEmpty)
    }

    @Test func emptyFolderHasNoUploads() {
        let found = discovery([folder.url.filePath], output: "/nowhere")
        #expect(found.uploads.isEmpty && found.skipped.isEmpty)
    }
}
