/// A problem with a value that could be read, found by a rule.
public struct ValueProblem: Hashable, Sendable {
    public let rule: Rule
    /// The path of the value: "ladder[2].maxrate", "video.encoder.options.ref".
    public let path: String
    /// The cause.
    public let message: String
    /// The remedy.
    public let advice: String
    /// The subject of the message, if that is not `path`; empty if the message names the subject.
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

    /// The message with its subject: "ladder[2].maxrate: …".
    var text: String {
        let subject = subject ?? path
        return subject.isEmpty ? message : "\(subject): \(message)"
    }
}
