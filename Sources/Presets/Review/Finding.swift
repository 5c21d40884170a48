/// Something to say about a value of a preset that can be read.
public struct Finding: Hashable, Sendable {
    public let rule: Rule
    /// Which value: "ladder[2].maxrate", "video.encoder.options.ref".
    public let path: String
    /// What is wrong.
    public let message: String
    /// What to write instead.
    public let advice: String

    public init(_ rule: Rule, _ path: String, _ message: String, advice: String) {
        self.rule = rule
        self.path = path
        self.message = message
        self.advice = advice
    }
}

extension Preset {
    /// Everything to say about a preset that is consistent in itself; docs/presets.md lists it.
    var findings: [Finding] {
        timingFindings + ladderFindings + toolFindings + audioFindings + storyboardFindings
            + limitFindings
    }

    var isPackage: Bool { packaging.container != .mp4 }

    /// The path of a rung's key, or of the rung.
    static func path(_ index: Int, _ key: String? = nil) -> String {
        "ladder[\(index + 1)]" + (key.map { ".\($0)" } ?? "")
    }
}
