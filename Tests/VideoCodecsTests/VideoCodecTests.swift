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
