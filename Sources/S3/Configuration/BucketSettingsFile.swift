/// A file of bucket settings: a section for each bucket or prefix.
///
///     [s3://packages/public]
///     endpoint = https://objects.example.org
///     storage-class = STANDARD_IA
///
/// The section with the longest prefix of a key applies; sections do not inherit from one another.
package struct BucketSettingsFile: Sendable {
    /// The variable that names the file.
    package static let variable = "VTRANSCODE_BUCKETS"
    /// The maximum number of problems, chosen because a file with more has another format.
    static let maximumProblems = 100

    /// Without sections: each bucket has the standard settings.
    package static let empty = BucketSettingsFile(sections: [])

    private struct Section {
        let location: BucketLocation
        let configuration: BucketConfiguration
    }

    /// The longest prefixes first.
    private let sections: [Section]

    private init(sections: [Section]) {
        self.sections = sections.sorted {
            $0.location.prefix.utf8.count > $1.location.prefix.utf8.count
        }
    }

    /// Reads the file of a path, else that which the environment names; without both, there are no settings.
    ///
    /// - Throws: Every mistake, in the order of the file.
    package static func load(
        _ path: String?, environment: [String: String]
    ) throws(BucketSettingsError) -> BucketSettingsFile {
        let named = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = path ?? named else { return .empty }
        let reason: String
        do {
            if let file = try SettingsFile(at: path) {
                return try BucketSettingsFile(file.text, file: path)
            }
            reason = "no such file"
        } catch let error as SettingsFile.UnreadableError {
            reason = error.reason
        } catch {
            throw error as? BucketSettingsError ?? BucketSettingsError(problems: [])
        }
        throw BucketSettingsError(problems: [
            FileProblem(
                file: path, line: 0, column: 0, message: reason,
                advice: "check the path of the bucket settings")
        ])
    }

    /// Reads text; `file` is the path in problems.
    package init(_ text: String, file: String) throws(BucketSettingsError) {
        let parsed = SectionFile(text, file: file)
        var problems = parsed.problems
        var sections: [Section] = []
        for section in parsed.sections {
            var reader = BucketSettingsReader(section, file: file)
            let location = reader.location(unlike: sections.map(\.location))
            let configuration = reader.configuration()
            problems += reader.problems
            if let location {
                sections.append(Section(location: location, configuration: configuration))
            }
        }
        guard problems.isEmpty else {
            let sorted = problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            throw BucketSettingsError(problems: Array(sorted.prefix(Self.maximumProblems)))
        }
        self.init(sections: sections)
    }

    /// Returns the settings of an object, or of a prefix of keys.
    package func configuration(of bucket: String, key: String) -> BucketConfiguration {
        sections.first { $0.location.contains(key, of: bucket) }?.configuration
            ?? BucketConfiguration()
    }
}
