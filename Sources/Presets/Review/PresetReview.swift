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
    private let places: [String: Location]

    init(of preset: Preset?, _ notes: [Note], _ diagnosis: Diagnosis) {
        let preset = diagnosis.isClean ? preset : nil
        let findings = preset?.findings ?? []
        let isUsable = preset != nil && findings.allSatisfy { $0.rule.severity != .error }
        file = diagnosis.file
        problems = diagnosis.problems
        places = diagnosis.places
        self.preset = isUsable ? preset : nil
        resolved = isUsable ? YAMLWriter.text(of: notes) : nil
        for finding in findings { add(finding) }
    }

    /// A file that nothing can be read from.
    init(file: String, _ error: PresetError) {
        self.file = file
        (preset, problems, resolved, places) = (nil, error.problems, nil, [:])
    }

    /// Adds what was found out about the preset elsewhere, in its place; nothing where an error
    /// already tells the same of it.
    public mutating func add(_ finding: Finding) {
        let location = location(of: finding.path)
        let isTold = problems.contains {
            $0.severity == .error && $0.file == location.file
                && ($0.line, $0.column) == (location.line, location.column)
                && $0.origin == location.origin
        }
        guard !isTold || finding.rule.severity != .error else { return }
        let problem = Problem(
            file: location.file, line: location.line, column: location.column,
            origin: location.origin, rule: finding.rule,
            message: "\(finding.path): \(finding.message)", advice: finding.advice)
        let next = problems.firstIndex {
            $0.file == file && ($0.line, $0.column) > (problem.line, problem.column)
        }
        problems.insert(
            problem, at: problem.file == file ? next ?? problems.endIndex : problems.endIndex)
    }

    /// What forbids to use it.
    public var errors: [Problem] { problems.filter { $0.severity == .error } }

    /// The same with some of its problems only.
    public func keeping(_ isKept: (Problem) -> Bool) -> PresetReview {
        var review = self
        review.problems = problems.filter(isKept)
        return review
    }

    /// Where a value stands, or else the map that it would stand in.
    private func location(of path: String) -> Location {
        var path = path[...]
        while true {
            if let place = places[String(path)] { return place }
            guard let end = path.lastIndex(of: ".") else { break }
            path = path[..<end]
        }
        return places[""] ?? .whole(file)
    }
}
