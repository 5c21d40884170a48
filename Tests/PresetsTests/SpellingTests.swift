import Testing

@testable import Presets

@Suite struct SpellingTests {
    @Test(arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("gop", "gpo", 2)])
    func distanceCountsEdits(a: String, b: String, edits: Int) {
        #expect(Spelling.distance(a, b) == edits)
        #expect(Spelling.distance(b, a) == edits)
    }

    @Test(arguments: [
        ("codek", "codec"), ("Codec", "codec"), ("framerate", "maxFrameRate"), ("rate", nil),
        ("maxFramerate", "maxFrameRate"),
        ("", nil), ("x", nil),
    ])
    func onlyNearWordsAreSuggested(word: String, nearest: String?) {
        #expect(Spelling.nearest(to: word, among: ["codec", "gop", "maxFrameRate"]) == nearest)
    }
}
