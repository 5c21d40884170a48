import Testing

@testable import Encoding

@Suite struct SampleEncoderTests {
    /// Frames near an IDR frame are left out; a sample without others has its last one.
    @Test(arguments: [
        (count: 30, gop: 60, predecessors: 1, [2, 7, 12, 17, 22, 27]),
        (24, 12, 1, [2, 7, 17, 22]), (24, 12, 2, [2, 7, 17, 22]), (24, 6, 2, [2, 17, 22]),
        (3, 60, 2, [2]), (2, 60, 1, [1]), (1, 60, 2, [0]), (9, 1, 1, [8]),
    ])
    func comparedFramesHaveTheirPredecessors(
        count: Int, gop: Int, predecessors: Int, frames: [Int]
    ) {
        let compared = SampleEncoder.comparedFrames(
            of: count, gop: gop, predecessors: predecessors)
        #expect(compared.sorted() == frames)
    }
}
