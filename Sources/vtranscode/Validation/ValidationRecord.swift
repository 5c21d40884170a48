import Presets

/// The output of `--format json`, which docs/presets.md describes.
struct ValidationRecord: Encodable {
    let presets: [Entry]
    let errors: Int
    let warnings: Int
    let notes: Int

    struct Entry: Encodable {
        let file: String
        /// The preset's name; absent if the preset cannot be used.
        let name: String?
        let problems: [Item]
    }

    struct Item: Encodable {
        let file: String
        let line: Int
        let column: Int
        let severity: Severity
        let rule: Rule
        let message: String
        let advice: String
        let reason: String
    }

    init(_ validation: Validation) {
        presets = validation.reviews.map { review in
            Entry(
                file: review.file, name: review.preset?.name,
                problems: review.problems.map(Item.init))
        }
        func count(_ severity: Severity) -> Int {
            validation.problems.count { $0.severity == severity }
        }
        (errors, warnings, notes) = (count(.error), count(.warning), count(.note))
    }
}

extension ValidationRecord.Item {
    init(_ problem: Problem) {
        self.init(
            file: problem.file, line: problem.line, column: problem.column,
            severity: problem.severity, rule: problem.rule, message: problem.message,
            advice: problem.advice, reason: problem.rule.explanation.reason)
    }
}
