import PresetEvaluation
import Presets

/// Presets, or the rules of a check, as test cases for the test reports of CI servers.
enum JUnitReport {
    /// A reason why a test case fails.
    struct Failure {
        let type: String
        let message: String
        /// The message with its position.
        let line: String
    }

    static func text(of validation: Validation) -> String {
        suites(
            named: "vtranscode presets validate", count: validation.reviews.count,
            failures: validation.reviews.count { $0.problems.contains(where: validation.fails) },
            validation.reviews.map { review in
                testCase(
                    in: "presets", named: review.file,
                    failures: review.problems.filter(validation.fails).map { problem in
                        Failure(
                            type: problem.rule.rawValue, message: problem.message,
                            line: ProblemText.line(problem))
                    },
                    others: review.problems.filter { !validation.fails($0) }
                        .map(ProblemText.line))
            })
    }

    static func suites(
        named name: String, count: Int, failures: Int, _ cases: [String]
    ) -> String {
        let counts = "tests=\"\(count)\" failures=\"\(failures)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts)>
              <testsuite name="\(name)" \(counts)>
            \(cases.joined(separator: "\n"))
              </testsuite>
            </testsuites>
            """
    }

    /// Creates a test case, which passes without failures.
    ///
    /// - Parameters:
    ///   - group: The class of the test case.
    ///   - name: Its name.
    ///   - failures: The reasons why it fails; type and message are those of the first one.
    ///   - others: Lines about what does not make it fail.
    /// - Returns: The XML element.
    static func testCase(
        in group: String, named name: String, failures: [Failure], others: [String]
    ) -> String {
        let head =
            "    <testcase classname=\"\(XML.escaped(group))\" name=\"\(XML.escaped(name))\""
        var inner: [String] = []
        if let first = failures.first {
            let lines = XML.escaped(failures.map(\.line).joined(separator: "\n"))
            inner.append(
                "      <failure type=\"\(first.type)\" "
                    + "message=\"\(XML.escaped(first.message))\">\(lines)</failure>")
        }
        if !others.isEmpty {
            let lines = XML.escaped(others.joined(separator: "\n"))
            inner.append("      <system-out>\(lines)</system-out>")
        }
        guard !inner.isEmpty else { return head + "/>" }
        return ([head + ">"] + inner + ["    </testcase>"]).joined(separator: "\n")
    }
}
