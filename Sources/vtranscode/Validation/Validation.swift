import Presets

/// The result of `presets validate`.
struct Validation {
    /// The problems of each preset; those of a base are reported once, with the base if it is an argument.
    let reviews: [PresetReview]
    let isStrict: Bool

    init(_ reviews: [PresetReview], isStrict: Bool) {
        let files = Set(reviews.map(\.file))
        var seen: Set<Problem> = []
        self.reviews = reviews.map { review in
            review.filteringProblems { problem in
                let isReportedThere = problem.file != review.file && files.contains(problem.file)
                return !isReportedThere && seen.insert(problem).inserted
            }
        }
        self.isStrict = isStrict
    }

    var problems: [Problem] { reviews.flatMap(\.problems) }

    /// Whether a problem fails the validation.
    func fails(_ problem: Problem) -> Bool {
        problem.severity == .error || isStrict && problem.severity == .warning
    }

    /// The exit status: `missingEncoder` if missing encoders are the only problems.
    var status: CommandStatus {
        let failures = problems.filter(fails)
        if failures.isEmpty { return .success }
        return failures.allSatisfy { $0.rule == .encoderMissing } ? .missingEncoder : .badData
    }

    /// The summary: "5 presets: 1 error, no warnings, 6 notes".
    var summary: String {
        func count(_ count: Int, _ noun: String) -> String {
            count == 0 ? "no \(noun)s" : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
        }
        let parts = Severity.allCases.map { severity in
            count(problems.count { $0.severity == severity }, severity.rawValue)
        }
        return "\(count(reviews.count, "preset")): \(parts.joined(separator: ", "))"
    }
}
