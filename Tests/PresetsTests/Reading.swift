import Testing

@testable import Presets

/// The problems of a preset file with that text, one line each; none where it can be used.
func problems(in text: String) -> [String] { problems(inBytes: Array(text.utf8)) }

func problems(inBytes bytes: [UInt8]) -> [String] {
    let review = Preset.read(bytes, file: "p.yaml")
    #expect(review.preset != nil || !review.problems.isEmpty, "refused without a reason")
    return review.problems.map(\.description)
}

/// A preset of few lines that can be used, with one of them added or replaced.
func preset(
    packaging: String = "{ container: fmp4 }",
    video: String = "{ gop: 2s }",
    rungs: [String] = ["name: 360p, size: 360, maxrate: 900k"],
    more: String = ""
) -> String {
    let ladder = rungs.map { "  - { \($0) }\n" }.joined()
    return """
        name: test
        description: One rung.
        packaging: \(packaging)
        video: \(video)
        ladder:
        \(ladder)\(more)
        """
}
