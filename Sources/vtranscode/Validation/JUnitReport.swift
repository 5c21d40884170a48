import Presets

/// Each preset as a test case, as test reports of CI servers show them.
enum JUnitReport {
    static func text(of validation: Validation) -> String {
        let cases = validation.reviews.map { testCase($0, validation) }
        let failures = validation.reviews.count { $0.problems.contains(where: validation.fails) }
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts)>
              <testsuite name="vtranscode presets validate" \(counts)>
            \(cases.joined(separator: "\n"))
              </testsuite>
            </testsuites>
            """
    }

    private static func testCase(_ review: PresetReview, _ validation: Validation) -> String {
        let head = "    <testcase classname=\"presets\" name=\"\(escaped(review.file))\""
        let failures = review.problems.filter(validation.fails)
        let others = review.problems.filter { !validation.fails($0) }
        var inner: [String] = []
        if let first = failures.first {
            let lines = escaped(failures.map(ProblemText.line).joined(separator: "\n"))
            inner.append(
                "      <failure type=\"\(first.rule.rawValue)\" "
                    + "message=\"\(escaped(first.message))\">\(lines)</failure>")
        }
        if !others.isEmpty {
            let lines = escaped(others.map(ProblemText.line).joined(separator: "\n"))
            inner.append("      <system-out>\(lines)</system-out>")
        }
        guard !inner.isEmpty else { return head + "/>" }
        return ([head + ">"] + inner + ["    </testcase>"]).joined(separator: "\n")
    }

    /// Control characters cannot be in XML 1.0, not even escaped.
    private static func escaped(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n", "\t": "\(scalar)"
            case "\u{FFFE}", "\u{FFFF}": "?"
            default: scalar.properties.generalCategory == .control ? "?" : "\(scalar)"
            }
        }
        return scalars.joined()
    }
}
