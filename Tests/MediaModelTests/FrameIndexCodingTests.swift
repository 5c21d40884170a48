import Foundation
import MediaUnits
import Testing

@testable import MediaModel

/// Times of frames cross between processes as bytes.
@Suite struct FrameIndexCodingTests {
    @Test(arguments: [[], [0], [-5, 0, 1 << 40, .max], [.min, -1]])
    func timesArriveAsTheyWere(times: [Int]) throws {
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
