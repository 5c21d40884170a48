/// Collects what is wrong with one preset while it is read, so that all of it is told at once.
final class Diagnosis {
    /// A file with more problems is no preset; nobody reads further.
    static let maximum = 100

    let file: String
    private var found: [Problem] = []
    private(set) var places: Places
    private(set) var unknown = UnknownValues()
    /// What the preset extends could not be read: nobody knows what is missing.
    private(set) var isPartial = false

    init(file: String) {
        self.file = file
        places = Places(file: file)
    }

    /// In the order of the file; those of files that it extends come last.
    var problems: [Problem] { found.inOrder(of: file) }

    var isClean: Bool { found.isEmpty }

    /// Adds a problem; without a location it is one of the whole file.
    func report(_ rule: Rule, at location: Location?, _ message: String, advice: String) {
        guard found.count < Self.maximum else { return }
        let location = location ?? .whole(file)
        found.append(Problem(rule, at: location, message, advice: advice))
    }

    /// Adds what is wrong with values that could be read, errors first: where there are too many
    /// problems, warnings are left out.
    func report(_ findings: [Finding]) {
        let errors = findings.filter { $0.rule.severity == .error }
        for finding in errors + findings.filter({ $0.rule.severity != .error }) {
            report(
                finding.rule, at: places.location(of: finding.path), finding.text,
                advice: finding.advice)
        }
    }

    /// Takes over what was found in a file that this one extends.
    func add(_ problems: [Problem]) { found += problems.prefix(Self.maximum - found.count) }

    func markPartial() { isPartial = true }

    /// Has no rule read the value at a path.
    func markUnknown(_ path: String) { unknown.insert(path) }

    func note(_ location: Location, of path: String) { places.note(location, of: path) }
}
