import MediaUnits
import Testing

@testable import Presets

/// The reader and the JSON Schema agree on values, as far as a schema can express them.
@Suite struct SchemaTests {
    private func patterns(_ form: ValueForm) -> [String] {
        func patterns(_ value: JSONNode) -> [String] {
            guard case .object(let members) = value else { return [] }
            if case .text(let pattern) = members["pattern"] { return [pattern] }
            guard case .list(let choices) = members["anyOf"] else { return [] }
            return choices.flatMap(patterns)
        }
        return patterns(.object(form.schema))
    }

    /// Returns the texts for which the reader and the pattern of a type disagree, regardless of ranges.
    private func disagreements<Value>(_ type: ValueType<Value>, _ texts: [String]) throws
        -> [String]
    {
        let patterns = try patterns(type.form).map { try Regex($0) }
        #expect(!patterns.isEmpty)
        return texts.filter { text in
            let isRead =
                switch type.parse(text) {
                case .success: true
                case .failure(let problem): problem.rule == .valueRange
                }
            return isRead != patterns.contains { text.wholeMatch(of: $0) != nil }
        }
    }

    private static let texts = [
        "", " ", "0", "7", "08", "64", "65", "+64", "-64", "1e3", "64 ", "6.5", "6.", ".5", ".",
        "6..5", "2s", "2S", "2 s", "500ms", "1.5s", "1m30s", "30s1m", "1h1m1s1ms", "1s1s", "s",
        "1.123456789s", "30/1", "30000/1001", "1000000/40000", "30/", "/30", "-30/-1", "6000k",
        "6000 kb/s", "6M",
        "64000bps", "6Mbit/s", "6 Mbps", "6k b/s", "1.5M", "6000kbit", "8192x4320", "x", "1x2x3",
        "٣", "a", "..", "-a", "a_b.c-1", "_a", "A", "none", "true",
    ]

    @Test func patternsMatchTheReader() throws {
        let texts = Self.texts
        #expect(try disagreements(ValueType.whole(in: 1...100), texts) == [])
        #expect(try disagreements(ValueType.pixels(in: 2...100), texts) == [])
        #expect(try disagreements(ValueType.area(in: 2...100), texts) == [])
        #expect(try disagreements(ValueType.decimal(in: 1...51), texts) == [])
        #expect(try disagreements(ValueType.time(in: Rational(1)...Rational(2)), texts) == [])
        #expect(try disagreements(ValueType.frameRate(in: Rational(1)...Rational(60)), texts) == [])
        #expect(
            try disagreements(ValueType.bitrate(in: .kilobits(1)...(.kilobits(2))), texts) == [])
        #expect(try disagreements(BufferSize.type, texts) == [])
        #expect(try disagreements(ValueType<String>.name, texts) == [])
    }
}
