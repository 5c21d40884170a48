/// The keys of a mapping, in remedies.
struct MappingKeys {
    private let records: [FieldRecord]

    init(_ records: [FieldRecord]) { self.records = records }

    /// Creates the keys that a function reads from a mapping.
    init<Value>(of read: (Fields) -> Value) {
        records = Fields.outline { _ = read($0) }
    }

    /// "the key is maxTracks", or "the keys are codec, gop".
    var text: String {
        let names = records.map(\.key).joined(separator: ", ")
        return records.count == 1 ? "the key is \(names)" : "the keys are \(names)"
    }

    /// The remedy for an item of a list that is not a mapping.
    var adviceForItem: String { "write \(example)\(others)" }

    /// Returns the remedy for the value of a key that is not a mapping: "write captions: none, or captions: { maxTracks: 32 }".
    func advice(for name: String, allowsNone: Bool) -> String {
        "write \(allowsNone ? "\(name): none, or " : "")\(name): \(example)\(others)"
    }

    /// A mapping with the required keys, otherwise with the first key that has a default.
    private var example: String {
        let required = records.compactMap { record -> String? in
            guard case .value(_, _, isRequired: true, _) = record.kind else { return nil }
            return "\(record.key): value"
        }
        guard required.isEmpty else { return "{ \(required.joined(separator: ", ")) }" }
        for record in records {
            if case .value(_, _, _, let value?) = record.kind {
                return "{ \(record.key): \(value) }"
            }
        }
        return "{ key: value }"
    }

    /// The names of the keys, unless the example has the only one.
    private var others: String {
        switch records.count {
        // The language does not define the keys.
        case 0: ""
        case 1 where example.hasPrefix("{ \(records[0].key):"): ""
        default: "; \(text)"
        }
    }
}
