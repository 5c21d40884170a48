/// Collects what is wrong with one file while it is read, so that all of it is told at once.
final class Diagnosis {
    /// A file with more problems is no preset; nobody reads further.
    static let maximum = 100

    let file: String
    private var found: [Problem] = []

    init(file: String) { self.file = file }

    /// In the order of the file.
    var problems: [Problem] {
        found.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    var isClean: Bool { found.isEmpty }

    /// Adds a problem; without a location it is one of the whole file.
    func report(_ rule: Rule, at location: Location?, _ message: String, advice: String) {
        guard found.count < Self.maximum else { return }
        found.append(
            Problem(
                file: file, line: location?.line ?? 0, column: location?.column ?? 0, rule: rule,
                message: message, advice: advice))
    }
}
