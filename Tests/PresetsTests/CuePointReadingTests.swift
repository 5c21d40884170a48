import MediaUnits
import Testing

@testable import Presets

@Suite struct CuePointReadingTests {
    private func review(_ items: String) -> PresetReview {
        let text = """
            name: test
            description: A test.
            ladder: none
            cuePoints:
            \(items)
            """
        return Preset.read(Array(text.utf8), file: "test.yaml")
    }

    @Test func itemsAreRead() throws {
        let preset = try #require(
            review(
                """
                  - time: start
                  - { time: 1m30s, id: b 1, duration: 30s, assetList: "https://ads.example/?a=b" }
                  - time: end
                """
            ).preset)
        #expect(
            preset.cuePoints == [
                CuePoint(.start),
                CuePoint(
                    .time(Rational(90)), id: "b 1", duration: Rational(30),
                    assetList: "https://ads.example/?a=b"),
                CuePoint(.end),
            ])
        #expect(preset.identity.contains("ads.example"))
    }

    @Test(arguments: [
        ("  - time: 90", 5, "cuePoints[1].time: `90` is not a time"),
        ("  - id: a", 5, "time"),
        ("  - { time: 1s, assetList: \"http://a/\" }", 5, "is not the https URL of an asset list"),
        ("  - { time: 1s, duration: 2d }", 5, "cuePoints[1].duration"),
        ("  time: 1s", 5, "cuePoints is a mapping, not a list"),
    ])
    func mistakesHaveTheirLine(_ item: String, _ line: Int, _ message: String) throws {
        let problems = review(item).problems.filter { $0.severity == .error }
        let problem = try #require(problems.first { $0.message.contains(message) }, "\(problems)")
        #expect(problem.line == line)
    }

    @Test func omittedListIsEmpty() throws {
        let text = "name: test\ndescription: A test.\nladder: none\ncuePoints: none\n"
        let preset = try #require(Preset.read(Array(text.utf8), file: "test.yaml").preset)
        #expect(preset.cuePoints.isEmpty)
        #expect(!preset.identity.contains("uePoint"))
    }
}
