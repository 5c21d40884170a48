/// The findings of a check, at most ten thousand.
struct FindingList {
    /// The limit bounds the memory for hostile packages; a report of more findings has no reader.
    static let limit = 10_000

    private(set) var findings: [ConformanceFinding] = []
    private let isEnabled: @Sendable (ConformanceRule) -> Bool

    init(isEnabled: @escaping @Sendable (ConformanceRule) -> Bool) { self.isEnabled = isEnabled }

    mutating func add(
        _ rule: ConformanceRule, _ file: String, line: Int? = nil, offset: Int64? = nil,
        _ message: String
    ) {
        guard isEnabled(rule), findings.count < Self.limit else { return }
        findings.append(
            ConformanceFinding(rule, file, line: line, offset: offset, message))
    }
}
