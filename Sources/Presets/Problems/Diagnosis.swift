/// Collects the problems of one preset while it is read, so that all of them are reported at once.
final class Diagnosis {
    /// The maximum number of problems, chosen because a file with more is not a preset.
    static let maximum = 100

    let file: String
    private var found: [Problem] = []
    private(set) var locations: ValueLocations
    private(set) var unknown = UnknownValues()
    /// Whether the extended preset could not be read, so that missing values are unknown.
    private(set) var isPartial = false

    init(file: String) {
        self.file = file
        locations = ValueLocations(file: file)
    }

    /// The problems in the order of the file; those of files that it extends come last.
    var problems: [Problem] { found.inOrder(of: file) }

    var isClean: Bool { found.isEmpty }

    /// Adds a problem at a location; `nil` means the whole file.
    func report(_ rule: Rule, at location: Location?, _ message: String, advice: String) {
        guard found.count < Self.maximum else { return }
        let location = location ?? .whole(file)
        found.append(Problem(rule, at: location, message, advice: advice))
    }

    /// Adds problems about values that could be read, errors first, since problems beyond the maximum are left out.
    func report(_ problems: [ValueProblem]) {
        let errors = problems.filter { $0.rule.severity == .error }
        for problem in errors + problems.filter({ $0.rule.severity != .error }) {
            report(
                problem.rule, at: locations.location(of: problem.path), problem.text,
                advice: problem.advice)
        }
    }

    /// Adds the problems of a file that this one extends.
    func add(_ problems: [Problem]) { found += problems.prefix(Self.maximum - found.count) }

    func markPartial() { isPartial = true }

    /// Excludes the value at a path from all rules.
    func markUnknown(_ path: String) { unknown.insert(path) }

    func record(_ location: Location, of path: String) { locations.record(location, of: path) }
}
