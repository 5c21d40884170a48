import Testing

@testable import Planning

@Suite struct SegmentStartsTests {
    private func starts(_ cuePoints: [Int], end: Int = 600, unit: Int = 1) -> [Int] {
        SegmentStarts.dividing(
            Array(stride(from: 0, to: end, by: 180)), end: end, at: cuePoints, shortest: 20,
            longest: 180, unit: unit)
    }

    @Test func otherSegmentsStay() {
        #expect(starts([]) == [0, 180, 360, 540])
        #expect(starts([300]) == [0, 180, 300, 360, 540])
        #expect(starts([180]) == [0, 180, 360, 540])
    }

    @Test func shortSegmentsAreJoinedAndLongOnesDivided() {
        #expect(starts([183]) == [0, 92, 183, 360, 540])
        #expect(starts([179]) == [0, 179, 270, 360, 540])
        #expect(starts([183], unit: 4) == [0, 92, 183, 360, 540])
        // The joined segment is not too long.
        #expect(starts([170, 330]) == [0, 170, 330, 360, 540])
        #expect(starts([350, 545]) == [0, 180, 350, 448, 545])
    }

    @Test func noSegmentBesideACuePointIsTooShort() {
        for first in 20...580 {
            let result = starts([first])
            let lengths = zip(result, result.dropFirst() + [600]).map { $1 - $0 }
            #expect(result.contains(first))
            #expect(lengths.allSatisfy { (20...180).contains($0) }, "\(first): \(lengths)")
        }
    }
}
