/// Evaluations as a JUnit report for CI servers: a suite for each preset, a case for each clip.
public struct EvaluationJUnit {
    private let evaluations: [EvaluatedPreset]

    public init(_ evaluations: [EvaluatedPreset]) { self.evaluations = evaluations }

    /// The report.
    public var text: String {
        let suites = evaluations.map { evaluation in
            (evaluation: evaluation, cases: cases(evaluation))
        }
        let tests = suites.reduce(0) { $0 + $1.cases.count }
        let failures = suites.reduce(0) { $0 + $1.cases.count { $0.isFailure } }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            "<testsuites tests=\"\(tests)\" failures=\"\(failures)\">",
        ]
        for (evaluation, cases) in suites {
            lines.append(
                "  <testsuite name=\"\(XML.escaped(evaluation.file))\" tests=\"\(cases.count)\" "
                    + "failures=\"\(cases.count { $0.isFailure })\">")
            lines += cases.map(\.text) + ["  </testsuite>"]
        }
        return (lines + ["</testsuites>"]).joined(separator: "\n")
    }

    private func cases(_ evaluation: EvaluatedPreset) -> [Case] {
        let clips = evaluation.clips.map {
            Case(
                preset: evaluation.preset, name: $0.clip, seconds: $0.wallSeconds,
                findings: $0.findings)
        }
        guard !evaluation.findings.isEmpty else { return clips }
        return clips + [
            Case(
                preset: evaluation.preset, name: "all clips", seconds: 0,
                findings: evaluation.findings)
        ]
    }

    private struct Case {
        let preset: String
        let name: String
        let seconds: Double
        let findings: [EvaluationFinding]

        var isFailure: Bool { findings.contains { $0.severity == .error } }

        var text: String {
            let head =
                "    <testcase classname=\"\(XML.escaped(preset))\" name=\"\(XML.escaped(name))\" "
                + "time=\"\(Figure.fixed(seconds, 3))\""
            let errors = findings.filter { $0.severity == .error }
            let notes = findings.filter { $0.severity == .note }
            var inner: [String] = []
            if let first = errors.first {
                let lines = XML.escaped(errors.map(\.text).joined(separator: "\n"))
                inner.append(
                    "      <failure type=\"\(first.check.rawValue)\" "
                        + "message=\"\(XML.escaped(first.text))\">\(lines)</failure>")
            }
            if !notes.isEmpty {
                let lines = XML.escaped(notes.map(\.text).joined(separator: "\n"))
                inner.append("      <system-out>\(lines)</system-out>")
            }
            guard !inner.isEmpty else { return head + "/>" }
            return ([head + ">"] + inner + ["    </testcase>"]).joined(separator: "\n")
        }
    }
}
