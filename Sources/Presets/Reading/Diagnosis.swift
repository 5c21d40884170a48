/// Collects what is wrong with one preset while it is read, so that all of it is told at once.
final class Diagnosis {
    /// A file with more problems is no preset; nobody reads further.
    static let maximum = 100

    let file: String
    private var found: [Problem] = []
    /// Where the values stand that were asked for: "ladder[1].maxrate".
    private(set) var places: [String: Location] = [:]
    /// What the preset extends could not be read: nobody knows what is missing.
    private(set) var isPartial = false

    init(file: String) { self.file = file }

    /// In the order of the file; those of files that it extends come last.
    var problems: [Problem] {
        found.sorted {
            ($0.file == file ? 0 : 1, $0.file, $0.line, $0.column)
                < ($1.file == file ? 0 : 1, $1.file, $1.line, $1.column)
        }
    }

    var isClean: Bool { found.isEmpty }

    /// Adds a problem; without a location it is one of the whole file.
    func report(_ rule: Rule, at location: Location?, _ message: String, advice: String) {
        guard found.count < Self.maximum else { return }
        let location = location ?? .whole(file)
        found.append(
            Problem(
                file: location.file, line: location.line, column: location.column,
                origin: location.origin, rule: rule, message: message, advice: advice))
    }

    /// Takes over what was found in a file that this one extends.
    func add(_ problems: [Problem]) { found += problems.prefix(Self.maximum - found.count) }

    func markPartial() { isPartial = true }

    func note(_ location: Location, of path: String) { places[path] = location }
}
