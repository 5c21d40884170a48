/// A metric in the format of Prometheus.
public struct Metric: Sendable {
    public enum Kind: String, Sendable {
        case counter, gauge
    }
    public struct Sample: Sendable {
        /// The labels, in order.
        public let labels: [(name: String, value: String)]
        public let value: Double

        public init(_ value: Double, labels: [(name: String, value: String)] = []) {
            self.labels = labels
            self.value = value
        }
    }

    public let name: String
    public let kind: Kind
    /// The help text, one sentence.
    public let help: String
    public let samples: [Sample]

    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// Creates a metric with one sample without labels; without a sample if there is no value.
    public init(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        self.init(name, kind, help, value.map { [Sample($0)] } ?? [])
    }

    /// The metric in the text exposition format, version 0.0.4.
    var text: String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { sample -> String in
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            let series = labels.isEmpty ? name : "\(name){\(labels.joined(separator: ","))}"
            return "\(series) \(Self.number(sample.value))\n"
        }
        let help = Self.escaped(help, quotes: false)
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }

    /// Escapes a text by scalars: a carriage return with a line feed is one character, which differs from a line feed.
    static func escaped(_ value: String, quotes: Bool = true) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": text.append(contentsOf: "\\n".unicodeScalars)
            case "\"" where quotes: text.append(contentsOf: "\\\"".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }
}
