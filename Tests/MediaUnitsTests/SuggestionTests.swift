import Testing

@testable import MediaUnits

@Suite struct SuggestionTests {
    @Test(arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("gop", "gpo", 2)])
    func distanceCountsEdits(a: String, b: String, edits: Int) {
        #expect(Suggestion.distance(a, b) == edits)
        #expect(Suggestion.distance(b, a) == edits)
    }

    @Test(arguments: [
        ("codek", "codec"), ("Codec", "codec"), ("framerate", "maxFrameRate"), ("rate", nil),
        ("maxFramerate", "maxFrameRate"),
        ("", nil), ("x", nil),
    ])
    func onlySimilarWordsAreSuggested(word: String, nearest: String?) {
        #expect(Suggestion.nearest(to: word, among: ["codec", "gop", "maxFrameRate"]) == nearest)
    }
}
