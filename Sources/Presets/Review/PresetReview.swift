/// The result of reading a preset: the preset, and all its problems.
public struct PresetReview: Sendable {
    /// The path, or the name of a shipped preset, as the caller gave it.
    public let file: String
    /// The preset; `nil` if it has an error.
    public let preset: Preset?
    /// The problems of the preset's file by position, then those of files that it extends.
    public private(set) var problems: [Problem]
    /// The preset as YAML with every default filled in; `nil` if `preset` is.
    public let resolved: String?
    private let locations: ValueLocations

    init(of preset: Preset?, _ records: [FieldRecord], _ diagnosis: Diagnosis) {
        file = diagnosis.file
        problems = diagnosis.problems
        locations = diagnosis.locations
        let isUsable = problems.allSatisfy { $0.severity != .error }
        self.preset = isUsable ? preset : nil
        resolved = isUsable && preset != nil ? YAMLWriter.text(of: records) : nil
    }

    /// The review of a file that could not be read.
    init(file: String, _ error: PresetError) {
        self.file = file
        (preset, problems, resolved) = (nil, error.problems, nil)
        locations = ValueLocations(file: file)
    }

    /// Adds a problem of another module at its position; an error is ignored if the position has an error already.
    public mutating func add(_ problem: ValueProblem) {
        let location = locations.location(of: problem.path)
        let isReported = problems.contains {
            $0.severity == .error && $0.file == location.file
                && ($0.line, $0.column) == (location.line, location.column)
                && $0.origin == location.origin
        }
        guard !isReported || problem.rule.severity != .error else { return }
        problems.append(
            Problem(problem.rule, at: location, problem.text, advice: problem.advice))
        problems = problems.inOrder(of: file)
    }

    /// The problems that make the preset unusable.
    public var errors: [Problem] { problems.filter { $0.severity == .error } }

    /// Returns the review with the problems that satisfy a predicate.
    public func filteringProblems(_ isIncluded: (Problem) -> Bool) -> PresetReview {
        var review = self
        review.problems = problems.filter(isIncluded)
        return review
    }
}
