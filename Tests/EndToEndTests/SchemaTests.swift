import Foundation
import TestSupport
import Testing

/// The JSON Schemas of docs/, checked by an independent validator (Debian's python3-jsonschema).
@Suite struct SchemaTests {
    @Test func manifestsAreValid() async throws {
        let run = try await CorpusRun.shared.value
        let manifests = run.report.finished.filter { $0.outcome == .published }
            .compactMap { $0.name.map { run.output.appending(path: "\($0)/manifest.json").path } }
        #expect(!manifests.isEmpty)
        let problems = try await Self.problems(in: manifests, schema: "manifest")
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }

    @Test func probeOutputIsValid() async throws {
        let folder = try TemporaryFolder("probed")
        let uploads = UploadFolder.accepted.map { $0.url.path }
        let output = try await VTranscode.command(["probe", "--json", "--"] + uploads).succeed()
        let file = folder.file("probed.json")
        try output.standardOutput.write(to: file)
        let problems = try await Self.problems(in: [file.path], schema: "probe")
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        let names = output.lines.filter { $0.hasPrefix("  \"upload\"") }
        #expect(names.count == uploads.count)
    }

    /// The validator finds errors.
    @Test(arguments: ["manifest", "probe"])
    func invalidDocumentIsRejected(schema: String) async throws {
        let folder = try TemporaryFolder("unpromised")
        let file = folder.file("wrong.json")
        try Data(#"{"schema": 2, "name": 7}"#.utf8).write(to: file)
        #expect(try await !Self.problems(in: [file.path], schema: schema).isEmpty)
    }

    /// Returns a line for each problem; files contain consecutive JSON values.
    static func problems(in files: [String], schema: String) async throws -> [String] {
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            validator, count = Draft202012Validator(schema), 0
            for name in sys.argv[2:]:
                text = open(name, encoding="utf-8").read()
                while text.strip():
                    value, end = json.JSONDecoder().raw_decode(text.lstrip())
                    text, count = text.lstrip()[end:], count + 1
                    for problem in validator.iter_errors(value):
                        print(name, "/".join(map(str, problem.path)), problem.message[:200])
            assert count > 0
            """
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let schema = root.appending(path: "docs/schemas/\(schema).schema.json").path
        // Debian's python3, whose packages the set-up installs.
        return try await Command("/usr/bin/python3", ["-c", script, schema] + files)
            .succeed().lines
    }
}
