import PresetEvaluation
import Presets

/// Presets as test cases, for the test reports of CI servers.
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
        let head = "    <testcase classname=\"presets\" name=\"\(XML.escaped(review.file))\""
        let failures = review.problems.filter(validation.fails)
        let others = review.problems.filter { !validation.fails($0) }
        var inner: [String] = []
        if let first = failures.first {
            let lines = XML.escaped(failures.map(ProblemText.line).joined(separator: "\n"))
            inner.append(
                "      <failure type=\"\(first.rule.rawValue)\" "
                    + "message=\"\(XML.escaped(first.message))\">\(lines)</failure>")
        }
        if !others.isEmpty {
            let lines = XML.escaped(others.map(ProblemText.line).joined(separator: "\n"))
            inner.append("      <system-out>\(lines)</system-out>")
        }
        guard !inner.isEmpty else { return head + "/>" }
        return ([head + ">"] + inner + ["    </testcase>"]).joined(separator: "\n")
    }
}
