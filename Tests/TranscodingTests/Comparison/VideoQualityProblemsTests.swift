import Presets
import Testing

@testable import MediaModel
@testable import Transcoding

@Suite struct VideoQualityProblemsTests {
    /// `presets validate` reports an expectation that this build cannot measure.
    @Test func expectedVMAFIsReportedWhereItCannotBeMeasured() {
        func rules(_ expect: Expectations?) -> [Rule] {
            let preset = Preset(name: "a", description: "b", ladder: [], expect: expect)
            return VideoQuality.problems(for: preset).map(\.rule)
        }
        #expect(rules(nil) == [])
        #expect(rules(Expectations(ssim: 0.9)) == [])
        #expect(
            rules(Expectations(vmaf: 90)) == (VideoQuality.hasVMAF ? [] : [.expectUnmeasured]))
    }
}
