import Testing

@testable import MediaModel

@Suite struct MediaSignatureTests {
    private static func box(_ type: String, _ brand: String = "") -> [UInt8] {
        [0, 0, 0, 24] + Array((type + brand).utf8) + [0, 0, 0, 0]
    }

    @Test(arguments: [
        box("ftyp", "isom"), box("ftyp", "qt  "), box("moov"), box("mdat"), box("wide"),
        box("ftyp", "hevc"), [0x1A, 0x45, 0xDF, 0xA3, 1], Array("OggS\0".utf8),
        Array("FLV\u{1}".utf8), Array("RIFF\0\0\0\0AVI LIST".utf8),
        Array("RIFF\0\0\0\0WAVEfmt ".utf8), Array("GIF89a".utf8), Array("ID3\u{4}".utf8),
        [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], [0, 0, 1, 0xBA, 0x44],
        [0x06, 0x0E, 0x2B, 0x34, 2],
    ])
    func mediaIsDetectedByFirstBytes(head: [UInt8]) {
        #expect(MediaSignature(head) == .video)
    }

    @Test(arguments: [(0, 188), (4, 192)])
    func transportStreamIsDetectedBySyncBytes(first: Int, length: Int) {
        var head = [UInt8](repeating: 0xFF, count: 512)
        for packet in 0..<3 where first + packet * length < 512 {
            head[first + packet * length] = 0x47
        }
        #expect(MediaSignature(head) == .video)
        head[first + length] = 0
        #expect(MediaSignature(head) == .unknown)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE1], "JPEG"), ([0x89, 0x50, 0x4E, 0x47, 0x0D], "PNG"),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "WebP"), (box("ftyp", "heic"), "HEIC"),
            (box("ftyp", "mif1"), "HEIC"), (box("ftyp", "avif"), "AVIF"),
            (Array("BM\0\0".utf8), "BMP"), (Array("II*\0".utf8), "TIFF"),
        ] as [([UInt8], String)])
    func stillImageIsDetected(head: [UInt8], kind: String) {
        #expect(MediaSignature(head) == .stillImage(kind))
    }

    @Test(arguments: [
        "#EXTM3U\n#EXTINF:5,\nfile:///etc/passwd\n", "ffconcat version 1.0\nfile a.mp4\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\n", "<?xml version=\"1.0\"?><MPD/>", "[playlist]\nFile1=x\n",
    ])
    func playlistIsDetected(text: String) {
        #expect(MediaSignature(Array(text.utf8)) == .playlist)
    }

    @Test(arguments: [
        ("version https://git-lfs.github.com/spec/v1\n", MediaSignature.text), ("x", .text),
        ("", .unknown), ("\u{1}\u{2}\u{3}", .unknown),
    ])
    func otherFileIsTextOrUnknown(text: String, signature: MediaSignature) {
        #expect(MediaSignature(Array(text.utf8)) == signature)
    }
}
