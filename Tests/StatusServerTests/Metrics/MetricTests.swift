import Testing

@testable import StatusServer

@Suite struct MetricTests {
    /// Prometheus ends a line at each line feed.
    @Test(arguments: [
        ("a\nb", "a\\nb"), ("a\r\nb", "a\r\\nb"), ("a\"\\", "a\\\"\\\\"),
        ("\u{301}\"", "\u{301}\\\""),
    ])
    func labelValuesAreEscaped(value: String, escaped: String) {
        let metric = Metric("m", .gauge, "A\r\nB", [.init(1, labels: [("name", value)])])
        let lines = metric.text.unicodeScalars.split(separator: "\n").map { String($0) }
        #expect(lines.count == 3)
        #expect(Array(lines[2].unicodeScalars) == Array("m{name=\"\(escaped)\"} 1".unicodeScalars))
    }
}
