import Testing

@testable import Probing

@Suite struct SampleRowTests {
    private func row(_ samples: [UInt8], at index: Int = 0) -> SampleRow {
        SampleRow(samples.span, at: index)
    }

    @Test func largestDifferencesAreCounted() {
        let alternating = row([0, 255, 0, 255, 0, 255, 0, 255])
        #expect(alternating.sum == 4 * 255)
        #expect(alternating.neighborDifferences.sum == 7 * 255)
        #expect(alternating.difference(to: row([255, 0, 255, 0, 255, 0, 255, 0])).sum == 8 * 255)
        #expect((alternating.least, alternating.most) == (0, 255))
    }

    @Test func samplesBeginAtTheIndex() {
        let samples = (0..<24).map { UInt8($0 * $0 % 251) }
        for index in 0...16 {
            let eight = samples[index..<index + 8].map(Int.init)
            let found = row(samples, at: index)
            #expect(found.sum == eight.reduce(0, +))
            #expect((Int(found.least), Int(found.most)) == (eight.min()!, eight.max()!))
            #expect(
                found.neighborDifferences.sum
                    == zip(eight, eight.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) })
        }
    }

    @Test func rowsAreComparedSampleBySample() {
        let (first, second) = (row([1, 2, 3, 4, 5, 6, 7, 8]), row([8, 7, 6, 5, 4, 3, 2, 1]))
        #expect(first.difference(to: second).sum == 2 * (7 + 5 + 3 + 1))
        #expect(first.pointwiseMinimum(second).sum == 2 * (1 + 2 + 3 + 4))
        #expect(first.pointwiseMaximum(second).sum == 2 * (8 + 7 + 6 + 5))
    }
}
