import Storage
import SystemPackage
import Testing

@testable import Transcoding

@Suite struct UploadNameTests {
    @Test(
        arguments: [
            ("clip.mp4", "clip"), ("/a/b/clip.mp4", "clip"), ("My Holiday (1).MOV", "My-Holiday-1"),
            ("a.b.c.mp4", "a.b.c"), ("noextension", "noextension"), ("Ünïcödé.mp4", "Unicode"),
            ("straße.mp4", "stra-e"), ("видео.mp4", "video"), ("-rf.mp4", "rf"),
            ("--output.mp4", "output"), (".hidden.mp4", "hidden"), ("..mp4", "upload"),
            ("...", "upload"), ("🎬.mp4", "upload"), ("a|b;c&d$(e).mp4", "a-b-c-d-e"),
            ("a\nb.mp4", "a-b"), ("a%2F..%2Fb.mp4", "a-2F..-2Fb"), ("index.json.mp4", "upload"),
            ("INDEX.JSON.mp4", "upload"), ("trailing. .mp4", "trailing"), ("a  b.mp4", "a-b"),
            ("con\u{1}trol.mp4", "con-trol"), ("\u{202E}gpj.mp4", "gpj"), ("½.mp4", "upload"),
        ] as [(FilePath, String)])
    func namesAreSafeEverywhere(path: FilePath, name: String) {
        #expect(UploadName.name(forFile: Location(path)) == name)
    }

    @Test(
        arguments: ["日本語の動画.mp4", "فيديو.mp4", "한국어.mp4", "ไทย.mp4", "\u{FF0E}\u{FF0E}.mp4"]
            as [FilePath])
    func everyScriptGivesASafeName(path: FilePath) {
        let name = UploadName.name(forFile: Location(path))
        #expect(!name.isEmpty)
        #expect(
            name.utf8.allSatisfy { byte in
                Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                    || "-_.".utf8.contains(byte)
            })
        #expect((UploadName.safe(name) == name), "\(name)")
    }

    /// Safe names stay as they are, however often they are made safe.
    @Test(arguments: [
        "clip", "a-b", "A_1.x", String(repeating: "x", count: 100),
        String(repeating: "y-", count: 80), "-a-", "a b",
    ])
    func safeNameIsUnchanged(text: String) {
        let once = UploadName.safe(text)
        #expect(UploadName.safe(once) == once)
        #expect((UploadName.safe(once) == once))
    }

    @Test(arguments: [
        ("../x", false), ("a/b", false), ("", false), (".", false), ("..", false),
        ("index.json", false), ("x y", false), (String(repeating: "x", count: 101), false),
        ("con\u{0}trol", false), ("ok-1.2_3", true),
    ])
    func unsafeNameIsReported(name: String, isSafe: Bool) {
        #expect((UploadName.safe(name) == name) == isSafe)
    }

    @Test func longNameIsShortenedForASuffix() {
        let name = UploadName.name(
            forFile: Location(FilePath(String(repeating: "ab ", count: 200) + ".mp4")))
        #expect(name.count <= 100)
        #expect(UploadName.name(name, of: "0123456789abcdef") == "\(name)-01234567")
    }
}
