import LibAV
import MediaTestSupport
import MediaUnits
import Testing

@testable import Encoding
@testable import MediaModel

/// The activity of gray frames, of still stripes and of stripes that move.
@Suite struct SourceActivityTests {
    private static let size = Resolution(width: 320, height: 180)

    private enum Content { case gray, stripes, moving }

    private func rung() throws -> RungPlan {
        let plan = try SamplePlan.plan(SamplePlan.info(size: Self.size, audioTracks: []))
        return try #require(plan.video?.rungs.first { $0.size == Self.size })
    }

    private func frame(_ content: Content, _ number: Int) throws -> Frame {
        let shift = content == .moving ? 2 * number : 0
        let luma: [UInt8] = (0..<Self.size.pixelCount).map { index in
            let isDark = (index % Self.size.width + shift) / 4 % 2 == 0
            return content == .gray ? 100 : UInt8(isDark ? 80 : 120)
        }
        let chroma = [UInt8](repeating: 128, count: Self.size.pixelCount / 2)
        return try Frame(pixels: (luma + chroma)[...], size: Self.size, format: "yuv420p")
    }

    private func values(_ content: Content, _ frames: Range<Int>) throws -> [Int: Double] {
        var activity = SourceActivity(of: try rung())
        for number in frames { activity.take(try frame(content, number), number: number) }
        return activity.values
    }

    /// A GOP has 60 frames.
    @Test func everySixthFrameIsMeasured() throws {
        let values = try values(.stripes, 0..<75)
        #expect(values.keys.sorted() == [2, 8, 14, 20, 26, 32, 38, 44, 50, 56, 62, 68, 74])
        #expect(try self.values(.stripes, 0..<2).isEmpty)
    }

    /// Each unit may be one GOP.
    @Test func activityOfAGOPDoesNotDependOnThoseBefore() throws {
        let (both, one) = (try values(.moving, 0..<120), try values(.moving, 0..<60))
        for (number, value) in one {
            #expect(both[number] == value)
            #expect(both[number + 60] == value)
        }
    }

    @Test func busyAndMovingFramesHaveMore() throws {
        let (gray, still, moving) = (
            try #require(values(.gray, 0..<3)[2]), try #require(values(.stripes, 0..<3)[2]),
            try #require(values(.moving, 0..<3)[2])
        )
        #expect(gray == XPSNR.leastActivity)
        #expect(still > 2 * gray)
        #expect(moving > 1.2 * still)
    }
}
