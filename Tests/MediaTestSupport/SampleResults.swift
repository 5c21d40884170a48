package import MediaModel
import MediaUnits

/// Sample results of a plan's graph jobs.
package enum SampleResults {
    /// Returns one result per chunk; segment n of the lowest rung has (n + 1) x 100,000 bytes, that of the next higher
    /// rung twice as many, and so on.
    package static func chunks(_ plan: VideoPlan) -> [ChunkResult] {
        chunks(plan) { rendition(plan, rung: $0, $1) }
    }

    /// Returns one result per chunk; each segment of a rung has its rate, in bits per second, highest rung first.
    package static func chunks(_ plan: VideoPlan, rates: [Int]) -> [ChunkResult] {
        chunks(plan) { rendition(plan, rung: $0, $1, rate: rates[$0]) }
    }

    private static func chunks(
        _ plan: VideoPlan, _ rendition: (Int, [SegmentPlan]) -> RenditionResult
    ) -> [ChunkResult] {
        plan.chunks.map { chunk in
            ChunkResult(
                rungs: plan.rungs.indices.map { rendition($0, chunk.units) }, corruption: [],
                corruptPackets: 0, tiles: [], poster: nil)
        }
    }

    package static func rendition(
        _ plan: VideoPlan, rung index: Int, _ segments: [SegmentPlan], initialization: String = "i",
        rate: Int? = nil
    ) -> RenditionResult {
        let rung = plan.rungs[index]
        return RenditionResult(
            name: rung.name, codec: "avc1.64001f", initialization: initialization,
            segments: segments.map { segment in
                let gopTicks = rung.gop * rung.ticksPerFrame
                let length = rung.frames(in: segment.frameCount) * rung.ticksPerFrame
                let size =
                    rate.map { $0 * length / rung.timescale / 8 }
                    ?? (segment.index + 1) * (plan.rungs.count - index) * 100_000
                return result(
                    segment.index, bytes: size, duration: length,
                    fragments: stride(from: 0, to: length, by: gopTicks).enumerated().flatMap {
                        [
                            Fragment(
                                offset: $0.offset * 30_000, size: 20_000, time: $0.element,
                                isKey: true),
                            Fragment(
                                offset: $0.offset * 30_000 + 20_000, size: 10_000,
                                time: $0.element + rung.ticksPerFrame, isKey: false),
                        ]
                    })
            })
    }

    /// Returns the result of an audio track with 96,000 bytes per segment.
    package static func audio(_ plan: AudioPlan) -> RenditionResult {
        let ends = plan.borders.dropFirst() + [plan.sampleCount]
        return RenditionResult(
            name: plan.name, codec: "mp4a.40.2", initialization: "a",
            segments: zip(plan.borders, ends).enumerated().map { index, border in
                result(index, bytes: 96_000, duration: border.1 - border.0, fragments: [])
            })
    }

    private static func result(
        _ index: Int, bytes: Int, duration: Int, fragments: [Fragment]
    ) -> SegmentResult {
        SegmentResult(
            index: index, byteCount: bytes, duration: duration, sha256: "",
            initialization: "i", codec: "", fragments: fragments)
    }
}
