/// A preset as it was read: what it is, and everything there is to say about it.
public struct PresetReview: Sendable {
    /// As it was given: a path, or the name of a shipped preset.
    public let file: String
    /// `nil` where an error forbids to use it.
    public let preset: Preset?
    /// Those of its own file in order, then those of files that it extends.
    public private(set) var problems: [Problem]
    /// The preset as YAML with everything filled in; `nil` as `preset` is.
    public let resolved: String?
    private let places: Places

    init(of preset: Preset?, _ notes: [Note], _ diagnosis: Diagnosis) {
        file = diagnosis.file
        problems = diagnosis.problems
        places = diagnosis.places
        let isUsable = problems.allSatisfy { $0.severity != .error }
        self.preset = isUsable ? preset : nil
        resolved = isUsable && preset != nil ? YAMLWriter.text(of: notes) : nil
    }

    /// A file that nothing can be read from.
    init(file: String, _ error: PresetError) {
        self.file = file
        (preset, problems, resolved) = (nil, error.problems, nil)
        places = Places(file: file)
    }

    /// Adds what was found out about the preset elsewhere, in its place; nothing where an error
    /// already tells the same of it.
    public mutating func add(_ finding: Finding) {
        let location = places.location(of: finding.path)
        let isReported = problems.contains {
            $0.severity == .error && $0.file == location.file
                && ($0.line, $0.column) == (location.line, location.column)
                && $0.origin == location.origin
        }
        guard !isReported || finding.rule.severity != .error else { return }
        problems.append(
            Problem(finding.rule, at: location, finding.text, advice: finding.advice))
        problems = problems.inOrder(of: file)
    }

    /// What forbids to use it.
    public var errors: [Problem] { problems.filter { $0.severity == .error } }

    /// The same with some of its problems only.
    public func keeping(_ isKept: (Problem) -> Bool) -> PresetReview {
        var review = self
        review.problems = problems.filter(isKept)
        return review
    }
}
