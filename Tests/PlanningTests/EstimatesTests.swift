import MediaModel
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import Planning

/// Estimates of jobs that encode some of the renditions.
@Suite struct EstimatesTests {
    private let video: VideoPlan

    init() throws {
        video = try #require(try SamplePlan.plan(SamplePlan.info(audioTracks: [])).video)
    }

    private func memory(_ renditions: [Int]) -> Int {
        MemoryEstimate.chunk(video, video.chunks[0], renditions: renditions)
    }

    private func cost(_ renditions: [Int]) -> Double {
        CostEstimate.seconds(video, video.chunks[0], renditions: renditions, decoding: nil)
    }

    @Test func estimatesGrowWithTheSet() throws {
        let all = Array(video.rungs.indices)
        try #require(all.count >= 2)
        for count in all.indices {
            let (fewer, more) = (Array(all.suffix(count)), Array(all.suffix(count + 1)))
            #expect(memory(fewer) < memory(more) && cost(fewer) < cost(more))
        }
        #expect(memory(all) == MemoryEstimate.chunk(video, video.chunks[0]))
        #expect(cost(all) == CostEstimate.seconds(video, video.chunks[0], decoding: nil))
    }

    /// The luma of five of 20 frames, and of two before them, is retained beside what a chunk needs.
    @Test func samplesNeedMoreThanChunks() throws {
        let preset = Preset(
            name: "sampled", description: "One rung.",
            ladder: [Rung(name: "360p", size: 360, maxrate: .kilobits(900))], target: .high,
            thumbnails: nil)
        let probed = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        let plan = try Planner(probed, preset: preset).plan()
        let probeEncode = try #require(
            try ProbeEncodePlanner.plan(probed, preset: preset, trim: TrimRequest()))
        #expect(
            MemoryEstimate.sample(probeEncode, of: plan)
                == MemoryEstimate.largestChunk(plan) + 7 * 640 * 360)
    }

    @Test func estimatesDoNotDependOnTheOrder() {
        let all = Array(video.rungs.indices)
        #expect(memory(all) == memory(all.reversed()))
        #expect(abs(cost(all) - cost(all.reversed())) < 1e-9)
    }

    /// A rendition alone is scaled from the larger ones all the same.
    @Test func cascadeOfARenditionIsScaledWithIt() throws {
        let last = video.rungs.count - 1
        #expect(video.cascade(to: last).last == last && video.cascade(to: last).first == 0)
        #expect(cost([last]) > cost(Array(video.rungs.indices)) - cost(Array(0..<last)))
    }
}
