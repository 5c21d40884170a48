import Foundation
import MediaModel
import SystemPackage
import Testing

@Suite struct TrackMeasurementCodingTests {
    /// Sandbox processes receive paths as text.
    @Test func rangeOfAFileHasItsPathAsText() throws {
        let range = TrackMeasurement.FileRange(path: "720p/0.m4s", range: 5..<9)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(range), as: UTF8.self)
        #expect(text == #"{"path":"720p/0.m4s","range":[5,9]}"#)
        #expect(
            try JSONDecoder().decode(TrackMeasurement.FileRange.self, from: Data(text.utf8))
                == range)
    }

    @Test(arguments: ["", "a\\u0000b"]) func textThatIsNoPathIsRejected(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                TrackMeasurement.FileRange.self,
                from: Data(#"{"path":"\#(text)","range":[5,9]}"#.utf8))
        }
    }
}
