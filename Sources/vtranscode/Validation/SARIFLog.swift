import MediaModel
import Presets

/// Problems of presets or findings in packages as SARIF 2.1.0 (OASIS), for code scanning.
struct SARIFLog: Encodable {
    let version = "2.1.0"
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case version
        case schema = "$schema"
        case runs
    }

    struct Run: Encodable {
        let tool: Tool
        let columnKind = "unicodeCodePoints"
        let results: [Result]
    }

    struct Tool: Encodable {
        let driver: Driver
    }

    struct Driver: Encodable {
        let name = "vtranscode"
        let version = VTranscode.version
        let rules: [Descriptor]
    }

    struct Descriptor: Encodable {
        let id: String
        let shortDescription: Message
        let fullDescription: Message
        let defaultConfiguration: Configuration
    }

    struct Configuration: Encodable {
        let level: Severity
    }

    struct Message: Encodable {
        let text: String
    }

    struct Result: Encodable {
        let ruleId: String
        let ruleIndex: Int
        let level: Severity
        let message: Message
        let locations: [Location]
    }

    struct Location: Encodable {
        let physicalLocation: PhysicalLocation
    }

    struct PhysicalLocation: Encodable {
        let artifactLocation: Artifact
        /// The position; absent if the result concerns the whole file.
        let region: Region?
    }

    struct Artifact: Encodable {
        let uri: String
    }

    /// A position in text, or in bytes.
    struct Region: Encodable {
        var startLine: Int?
        var startColumn: Int?
        var byteOffset: Int64?
    }

    init(rules: [Descriptor], results: [Result]) {
        runs = [Run(tool: Tool(driver: Driver(rules: rules)), results: results)]
    }

    init(_ validation: Validation) {
        let rules = Rule.allCases.map { rule in
            Descriptor(
                id: rule.rawValue, shortDescription: Message(text: rule.explanation.meaning),
                fullDescription: Message(text: rule.explanation.reason),
                defaultConfiguration: Configuration(level: rule.severity))
        }
        let results = validation.problems.map { problem in
            Result(
                ruleId: problem.rule.rawValue,
                ruleIndex: Rule.allCases.firstIndex(of: problem.rule) ?? 0,
                level: problem.severity,
                message: Message(text: "\(problem.message); \(problem.advice)"),
                locations: [Location(physicalLocation: Self.location(of: problem))])
        }
        self.init(rules: rules, results: results)
    }

    /// Returns a path as a relative reference (RFC 3986, 4.2): unreserved characters and slashes are not escaped.
    static func uri(_ path: String) -> String {
        path.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic
                || "0123456789-._~/".unicodeScalars.contains(scalar)
            return isPlain
                ? "\(scalar)"
                : "%" + String(Int(byte) + 256, radix: 16, uppercase: true).dropFirst()
        }.joined()
    }

    private static func location(of problem: Problem) -> PhysicalLocation {
        PhysicalLocation(
            artifactLocation: Artifact(uri: uri(problem.file)),
            region: problem.line > 0
                ? Region(startLine: problem.line, startColumn: problem.column) : nil)
    }
}
