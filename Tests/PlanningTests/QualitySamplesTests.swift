import Testing

@testable import Planning

@Suite struct QualitySamplesTests {
    private func frames(_ count: Int, gop: Int, reportsErrors: Bool = false) -> [[Int]] {
        let samples = QualitySamples(
            frameCount: count, gop: gop, reportsErrors: reportsErrors)
        let frames = samples.gops.map(samples.frames)
        #expect(samples.count == frames.reduce(0) { $0 + $1.count })
        return frames
    }

    @Test func samplesLieInTheFirstSixthOfEachGOP() {
        #expect(frames(180, gop: 60) == [[2, 5, 8], [62, 65, 68], [122, 125, 128]])
        #expect(frames(48, gop: 48) == [[2, 5, 8]])
        #expect(frames(40, gop: 40) == [[2, 5]])
        #expect(frames(20, gop: 20) == [[2]])
    }

    @Test func oneSampleIsEnoughWithReportedErrors() {
        #expect(frames(180, gop: 60, reportsErrors: true) == [[2], [62], [122]])
        #expect(frames(62, gop: 60, reportsErrors: true) == [[2], [61]])
    }

    @Test func shortGOPHasItsLastFrame() {
        #expect(frames(1, gop: 60) == [[0]])
        #expect(frames(2, gop: 60) == [[1]])
        #expect(frames(3, gop: 60) == [[2]])
        #expect(frames(62, gop: 60) == [[2, 5, 8], [61]])
        #expect(frames(2, gop: 1) == [[0], [1]])
    }

    /// Each unit may be one GOP.
    @Test func samplesOfAGOPDoNotDependOnThoseBefore() {
        let whole = QualitySamples(frameCount: 180, gop: 60, reportsErrors: false)
        let one = QualitySamples(frameCount: 60, gop: 60, reportsErrors: false)
        for gop in whole.gops {
            #expect(
                whole.frames(of: gop).map { $0 - gop.lowerBound } == one.frames(of: one.gops[0]))
        }
    }
}
