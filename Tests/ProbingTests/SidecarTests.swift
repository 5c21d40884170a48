import Foundation
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Captions
@testable import MediaModel
@testable import MediaSandbox
@testable import Probing
@testable import Transcoding

@Suite struct SidecarTests {
    @Test(arguments: [
        ("clip.srt", nil, false, false), ("clip.en.vtt", "en", false, false),
        ("clip.en-US.SRT", "en-US", false, false), ("clip.ger.forced.srt", "de", true, false),
        ("clip.sdh.en.vtt", "en", false, true), ("clip.und.cc.srt", nil, false, true),
        ("clip.pt_BR.srt", "pt-BR", false, false),
    ])
    func nameDeterminesLanguageAndKind(file: String, language: String?, forced: Bool, sdh: Bool)
        throws
    {
        let name = try #require(SidecarName(file, stem: "clip"))
        #expect(name.language == language)
        #expect(name.isForced == forced)
        #expect(name.isForHearingImpaired == sdh)
        #expect(name.label == "*" + file.dropFirst(4))
    }

    @Test(arguments: [
        "clip.mp4", "clip2.srt", "other.en.srt", "clip.en.de.srt", "clip.take-2.srt", "clip.ass",
        "clip", ".srt", "clip.12.srt",
    ])
    func otherFilesAreNotSidecars(file: String) {
        #expect(SidecarName(file, stem: "clip") == nil)
    }

    /// `clip.de.srt` belongs to `clip.de.mp4` if it exists, else to `clip.mp4`.
    @Test func sidecarBelongsToTheUploadWithTheLongestName() {
        let names = ["clip.mp4", "clip.de.mp4", "clip.en.srt", "clip.de.srt", ".clip.srt"]
        let folder = SidecarFolder(names)
        #expect(folder.sidecars(of: Location("clip.mp4")).captions.map(\.file) == ["clip.en.srt"])
        #expect(
            folder.sidecars(of: Location("clip.de.mp4")).captions.map(\.file) == ["clip.de.srt"])
        let without = SidecarFolder(names.filter { $0 != "clip.de.mp4" })
        #expect(
            without.sidecars(of: Location("clip.mp4")).captions.map(\.file) == [
                "clip.de.srt", "clip.en.srt",
            ])
    }

    @Test func filesWithCuePointsBelongToTheUploadOfTheirName() {
        let folder = SidecarFolder([
            "clip.mp4", "clip.vmap", "clip.cues.csv", "clip.de.vmap", "clip.csv", "clip.xml",
            "other.vmap.xml",
        ])
        #expect(
            folder.sidecars(of: Location("clip.mp4")).cuePoints == ["clip.cues.csv", "clip.vmap"])
        #expect(folder.sidecars(of: Location("other.mov")).cuePoints == ["other.vmap.xml"])
        #expect(folder.sidecars(of: Location("third.mov")).cuePoints.isEmpty)
    }

    @Test func dotAtTheEndBelongsToTheName() {
        let folder = SidecarFolder(["clip.", "clip.mp4", "clip..srt", "clip.srt"])
        #expect(folder.sidecars(of: Location("clip.")).captions.map(\.file) == ["clip..srt"])
        #expect(folder.sidecars(of: Location("clip.mp4")).captions.map(\.file) == ["clip.srt"])
    }

    @Test func onlyRegularFilesWithinTheSizeLimitAreRead() throws {
        let folder = try TemporaryFolder("sidecars")
        func write(_ name: String, _ bytes: Int) throws {
            try Data(repeating: 97, count: bytes).write(to: folder.file(name))
        }
        try write("clip.mp4", 1)
        try write("clip.de.srt", 5)
        try write("clip.en.srt", Sidecar.maximumSize + 1)
        try FileManager.default.createSymbolicLink(
            at: folder.file("clip.fr.srt"), withDestinationURL: folder.file("clip.de.srt"))
        let upload = folder.file("clip.mp4").filePath
        let names = try SidecarFolder.sidecars(
            beside: Location(upload), in: LocalUploadSource()
        ).captions
        let read = try Sidecar.read(names, beside: Location(upload), in: LocalUploadSource())
        #expect(read.map(\.name.language) == ["de", "en", "fr"])
        let counts = read.map { file -> Int? in
            guard case .success(let bytes) = file.content else { return nil }
            return bytes.count
        }
        #expect(counts == [5, nil, nil])
    }

    /// Each of many uploads may have 150 sidecars, and may wait long between hashing and probing.
    @Test func filesAreOpenOnlyDuringReads() throws {
        let folder = try TemporaryFolder("sidecars")
        let clip = folder.file("clip.mp4")
        try Data("x".utf8).write(to: clip)
        for language in ["de", "en"] {
            try Data("text".utf8).write(to: folder.file("clip.\(language).srt"))
        }
        let upload = try Upload(Location(clip.filePath), in: LocalUploadSource())
        let read = try Sidecar.read(
            SidecarFolder.sidecars(beside: Location(clip.filePath), in: LocalUploadSource())
                .captions,
            beside: Location(clip.filePath), in: LocalUploadSource())
        #if os(Linux)
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/self/fd/\($0)")
                }
            #expect(!open.contains { $0.hasPrefix(folder.url.path) && $0.hasSuffix(".srt") })
        #endif
        #expect(try read.map { try $0.reopened(beside: upload)?.size } == [4, 4])
        // The key depends on the content that was read first.
        try Data("other text".utf8).write(to: folder.file("clip.de.srt"))
        try FileManager.default.removeItem(at: folder.file("clip.en.srt"))
        for sidecar in read {
            let error = #expect(throws: UploadError.self) {
                try sidecar.reopened(beside: upload)
            }
            #expect(error?.code == .changed)
        }
    }

    @Test func identityDependsOnNameAndContent() throws {
        func identity(_ file: String, _ text: String) throws -> String {
            let name = try #require(SidecarName(file, stem: "clip"))
            return Sidecar(name: name, content: .success(Array(text.utf8))).identity
        }
        let one = try identity("clip.de.srt", "a")
        let (same, otherText) = (
            try identity("clip.de.srt", "a"), try identity("clip.de.srt", "b")
        )
        let otherName = try identity("clip.en.srt", "a")
        #expect(one == same)
        #expect(one != otherText)
        #expect(one != otherName)
    }
}
