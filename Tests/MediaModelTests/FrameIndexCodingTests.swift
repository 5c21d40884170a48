import Foundation
import MediaUnits
import Testing

@testable import MediaModel

/// The JSON of frame indices between processes.
@Suite struct FrameIndexCodingTests {
    @Test(arguments: [[], [0], [-5, 0, 1 << 40, .max], [.min, -1]])
    func encodedFrameIndexIsDecodedEqual(times: [Int]) throws {
        let frames = FrameIndex(
            timeBase: Rational(1, 90_000), times: times, lastDuration: 3003,
            keyframes: [Keyframe(presentationTime: -5, decodeTime: nil, fingerprint: .max)],
            isSeekable: true)
        let read = try JSONDecoder().decode(FrameIndex.self, from: JSONEncoder().encode(frames))
        #expect(read.times == times)
        #expect(read.timeBase == frames.timeBase)
        #expect(read.lastDuration == frames.lastDuration)
        #expect(read.keyframes == frames.keyframes)
        #expect(read.isSeekable)
    }
}
