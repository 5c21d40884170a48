import Testing

@testable import Presets

/// Returns the problems of a preset's text, one line each.
func problems(in text: String) -> [String] { problems(inBytes: Array(text.utf8)) }

func problems(inBytes bytes: [UInt8]) -> [String] {
    let review = Preset.read(bytes, file: "p.yaml")
    #expect(review.preset != nil || !review.problems.isEmpty, "rejected without a problem")
    return review.problems.map(\.description)
}

/// Returns a small valid preset with one line added or replaced.
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
