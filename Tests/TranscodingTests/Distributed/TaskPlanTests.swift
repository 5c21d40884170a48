import MediaUnits
import Testing

@testable import MediaModel
@testable import Planning
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

    private static let clock = SampleClock(
        timeBase: Rational(1, 44_100), sampleRate: 44_100, start: 0, last: 1 << 40, step: 1024)

    private func tasks(
        hours: Int, target: LoudnessTarget? = nil, about cost: Double
    ) -> [TaskPlan.AudioTask] {
        let count = hours * 3600 * 48_000
        let borders = Array(stride(from: 0, to: count, by: 6 * 48_000))
        return TaskPlan.tasks(
            of: AudioPlan(
                stream: 1, name: "en", label: "English", language: "en", isDefault: true,
                isDescription: false, sampleRate: 48_000, channels: 2, bitrate: 128_000,
                loudnessTarget: target, start: .zero, sampleCount: count, borders: borders,
                runStarts: AudioRuns.starts(
                    borders, sampleCount: count, length: 60 * 48_000), clock: Self.clock),
            about: cost)
    }

    @Test func longAudioTracksAreDivided() {
        let tasks = tasks(hours: 5, about: 60)
        #expect(tasks.count == 3)
        #expect(tasks.flatMap { Array($0.runs ?? 0..<0) } == Array(0..<300))
        #expect(tasks.allSatisfy { $0.prerequisites.isEmpty && abs($0.cost - 61) < 2 })
        #expect(self.tasks(hours: 1, about: 60).map(\.runs) == [nil])
    }

    /// The loudness is measured before and after the runs.
    @Test func runsOfLoudTracksFollowTheMeasurement() throws {
        let tasks = tasks(hours: 5, target: LoudnessTarget(target: -16, ceiling: -1), about: 60)
        #expect(tasks.map(\.prerequisites) == [[], [0], [0], [0], [1, 2, 3]])
        #expect(tasks.first?.runs == 0..<0 && tasks.last?.runs == nil)
        #expect(tasks[1...3].flatMap { Array($0.runs ?? 0..<0) } == Array(0..<300))
    }
}
