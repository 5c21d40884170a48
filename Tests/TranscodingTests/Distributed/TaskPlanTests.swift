import Testing

@testable import Transcoding

@Suite struct TaskPlanTests {
    /// The costs of chunks, the target of a batch, and the chunks of each batch.
    @Test(
        arguments: [
            ([1, 1, 1, 1], 2, [0..<2, 2..<4]),
            ([1, 1, 1, 1], 100, [0..<4]),
            ([1, 1, 1, 1], 0.1, [0..<1, 1..<2, 2..<3, 3..<4]),
            ([1, 1, 1], 2, [0..<2, 2..<3]),
            ([10, 1, 1, 1, 1], 5, [0..<1, 1..<3, 3..<5]),
            ([], 5, []),
        ] as [([Double], Double, [Range<Int>])])
    func batchesCostAboutTheSame(costs: [Double], target: Double, batches: [Range<Int>]) {
        let made = TaskPlan.batches(costs, about: target)
        #expect(made.map(\.chunks) == batches)
        #expect(made.map(\.cost) == batches.map { costs[$0].reduce(0, +) })
    }

    @Test func everyChunkIsInOneBatch() {
        for seed in 1...200 {
            let costs = (0..<seed % 37).map { Double(($0 * seed * 7919) % 101) / 10 }
            let made = TaskPlan.batches(costs, about: Double(1 + seed % 13))
            #expect(made.flatMap { Array($0.chunks) } == Array(costs.indices))
            #expect(made.allSatisfy { !$0.chunks.isEmpty })
        }
    }
}
