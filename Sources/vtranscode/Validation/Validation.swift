import Presets

/// What `presets validate` has to say about some presets.
struct Validation {
    /// A problem of a file that another extends is told once, with the file if that was asked for.
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

    /// Whether a problem fails the check.
    func fails(_ problem: Problem) -> Bool {
        problem.severity == .error || isStrict && problem.severity == .warning
    }

    /// `badData` where the presets are wrong, `missingEncoder` where only this build is.
    var status: CommandStatus {
        let failures = problems.filter(fails)
        if failures.isEmpty { return .success }
        return failures.allSatisfy { $0.rule == .encoderMissing } ? .missingEncoder : .badData
    }

    /// "5 presets: 1 error, no warnings, 6 notes".
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
