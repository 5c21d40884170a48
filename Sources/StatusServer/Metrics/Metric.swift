/// Something that is measured, in the words of Prometheus.
public struct Metric: Sendable {
    public enum Kind: String, Sendable {
        case counter, gauge
    }
    public struct Sample: Sendable {
        /// In this order.
        public let labels: [(name: String, value: String)]
        public let value: Double

        public init(_ value: Double, labels: [(name: String, value: String)] = []) {
            self.labels = labels
            self.value = value
        }
    }

    public let name: String
    public let kind: Kind
    /// One sentence.
    public let help: String
    public let samples: [Sample]

    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// One without labels; none if there is no value.
    public init(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        self.init(name, kind, help, value.map { [Sample($0)] } ?? [])
    }

    /// Text exposition format, version 0.0.4.
    var text: String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { sample -> String in
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            let place = labels.isEmpty ? name : "\(name){\(labels.joined(separator: ","))}"
            return "\(place) \(Self.number(sample.value))\n"
        }
        let help = Self.escaped(help, quotes: false)
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }

    /// By scalars: a carriage return and a line feed are one character, which is not a line feed.
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
