/// The description of a rule in reports and documents.
package struct RuleEntry: Sendable {
    package enum Level: String, Sendable, Codable { case error, warning }

    package let level: Level
    /// The specification and its section.
    package let source: String
    /// The requirement, as a sentence.
    package let requirement: String
    /// Something that does not conform.
    package let example: String

    init(_ level: Level, _ source: String, _ requirement: String, example: String) {
        self.level = level
        self.source = source
        self.requirement = requirement
        self.example = example
    }
}
