import Foundation
import Testing

@testable import VideoCodecs

@Suite struct VideoCodecTests {
    @Test func codecIsEncodedAsItsName() throws {
        let coded = try JSONEncoder().encode([VideoCodec.h264, .hevc])
        #expect(String(decoding: coded, as: UTF8.self) == #"["h264","hevc"]"#)
        #expect(try JSONDecoder().decode([VideoCodec].self, from: coded) == [.h264, .hevc])
    }

    @Test func unregisteredCodecIsRejected() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([VideoCodec].self, from: Data(#"["vvc"]"#.utf8))
        }
    }

    @Test(arguments: [
        ("avc1.640028", VideoCodec.h264), ("hvc1.1.6.L93.90", .hevc), ("hev1.1.6.L93.90", .hevc),
        ("mp4a.40.2", nil), ("", nil),
    ])
    func codecOfACodecString(text: String, codec: VideoCodec?) {
        #expect(VideoCodec.of(codecString: text) == codec)
    }

    /// Encoders write their versions into the first packet.
    @Test(arguments: [
        (
            VideoCodec.h264, "x264 - core 164 r3095 baee400 - H.264/MPEG-4 AVC codec",
            "core 164 r3095 baee400" as String?
        ),
        (
            .hevc, "x265 (build 199) - 3.5+1-f0c1022b6:[Linux][GCC 12.2.0]",
            "build 199 3.5+1-f0c1022b6"
        ),
        (.hevc, "x265 (build 199) - 3.5", nil),
        (.h264, "Lavc59.37.100", nil), (.hevc, "Lavc59.37.100", nil),
    ])
    func versionIsReadFromTheStream(codec: VideoCodec, text: String, version: String?) {
        let stream = [0, 0, 1, 6, 0xFF] + Array(text.utf8) + [0x80]
        #expect(codec.model.encoderVersion(in: stream) == version)
    }

    @Test func namesAreUnique() {
        let models = VideoCodec.all.map(\.model)
        #expect(Set(models.map(\.name)).count == models.count)
        #expect(Set(models.map(\.encoder)).count == models.count)
        #expect(Set(models.map(\.streamCodec)).count == models.count)
        #expect(Set(models.map(\.renditionSuffix)).count == models.count)
        let entries = models.flatMap(\.readableSampleEntries)
        #expect(Set(entries).count == entries.count)
    }
}
