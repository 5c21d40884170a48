/// Something to say about a value of a preset that can be read.
public struct Finding: Hashable, Sendable {
    public let rule: Rule
    /// Which value: "ladder[2].maxrate", "video.encoder.options.ref".
    public let path: String
    /// What is wrong.
    public let message: String
    /// What to write instead.
    public let advice: String
    /// What the message is about, where that is not its place; empty: the message tells it.
    private let subject: String?

    public init(_ rule: Rule, _ path: String, _ message: String, advice: String) {
        self.init(rule, path, about: nil, message, advice: advice)
    }

    init(_ rule: Rule, _ path: String, about subject: String?, _ message: String, advice: String) {
        self.rule = rule
        self.path = path
        self.message = message
        self.advice = advice
        self.subject = subject
    }

    /// The message with what it is about: "ladder[2].maxrate: …".
    var text: String {
        let subject = subject ?? path
        return subject.isEmpty ? message : "\(subject): \(message)"
    }
}
