import Foundation
import Hummingbird
import JobModel
import JobQueue
import Logging
import TestSupport
import Testing

@testable import StatusServer

/// docs/openapi.yaml specifies the server; independent parsers check it (Debian's python3-yaml and python3-jsonschema).
@Suite(.timeLimit(.minutes(20))) struct OpenAPITests {
    private static let document = URL(filePath: #filePath)
        .appending(path: "../../../../docs/openapi.yaml").standardizedFileURL

    private func python(_ script: String, _ arguments: [String]) async throws -> [String] {
        let path = Self.document.path(percentEncoded: false)
        return try await Command("/usr/bin/python3", ["-c", script, path] + arguments)
            .succeed().lines
    }

    @Test func openAPIListsAllRoutes() async throws {
        let described = try await python(
            """
            import sys, yaml
            for path, item in yaml.safe_load(open(sys.argv[1], encoding="utf-8"))["paths"].items():
                for method in item:
                    if method != "parameters": print(method.upper(), path)
            """, [])
        let folder = try TemporaryFolder("queue")
        let service = try HTTPService(
            .init(address: try ListenAddress("127.0.0.1:0")), host: .init(),
            store: try await QueueURL("sqlite:" + folder.database).open(), logger: .disabled)
        let routes = service.routes().map { "\($0.method) \($0.path)" }
        #expect(described.sorted() == routes.sorted())
    }

    @Test func openAPIListsTheRolesOfAllRoutes() async throws {
        let described = try await python(
            """
            import sys, yaml
            for path, item in yaml.safe_load(open(sys.argv[1], encoding="utf-8"))["paths"].items():
                for method, operation in item.items():
                    if method != "parameters":
                        roles = ",".join(sorted(operation.get("x-roles", []))) or "none"
                        print(method.upper(), path, roles, "403" in operation["responses"])
            """, [])
        let folder = try TemporaryFolder("queue")
        let service = try HTTPService(
            .init(address: try ListenAddress("127.0.0.1:0")), host: .init(),
            store: try await QueueURL("sqlite:" + folder.database).open(), logger: .disabled)
        let routes = service.routes().map { route in
            let isOpen = route.permission == .open
            let roles =
                isOpen
                ? "none" : route.permission.roles.map(\.rawValue).sorted().joined(separator: ",")
            let isForbidden = !isOpen || route.method == .post
            return "\(route.method) \(route.path) \(roles) \(isForbidden ? "True" : "False")"
        }
        #expect(described.sorted() == routes.sorted())
    }

    /// Submissions, jobs and events have the same fields in the sources, in openapi.yaml and in http.md.
    @Test func openAPIListsAllFields() async throws {
        let described = try await python(
            """
            import sys, yaml
            for name, schema in yaml.safe_load(open(sys.argv[1], encoding="utf-8"))["components"]["schemas"].items():
                for field in schema.get("properties", {}): print(name, field)
            """, [])
        func fields(_ schemas: Set<String>) -> Set<String> {
            Set(
                described.map { $0.split(separator: " ") }
                    .filter { schemas.contains(String($0[0])) }.map { String($0[1]) })
        }
        let sent = Set(SubmissionBody.Field.allCases.map(\.rawValue))
        #expect(fields(["Submission"]) == sent)
        #expect(try Self.table(under: "Submission") == sent)
        #expect(try Self.table(under: "Job") == fields(["Job"]))
        #expect(try Self.table(under: "Events") == fields(["Event", "Progress"]))
    }

    /// Returns the first cells of the tables below a heading of http.md.
    private static func table(under heading: String) throws -> Set<String> {
        let text = try String(
            contentsOf: document.deletingLastPathComponent().appending(path: "http.md"),
            encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
        let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "|").first }
        return Set(cells.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } })
    }

    /// Validates files with one JSON value each; returns a line for each violation.
    private func violations(in files: [(URL, schema: String)]) async throws -> [String] {
        try await python(
            """
            import json, sys, yaml
            from jsonschema import Draft202012Validator
            document = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
            for name, schema in zip(sys.argv[2::2], sys.argv[3::2]):
                validator = Draft202012Validator({**document, "$ref": "#/components/schemas/" + schema})
                for error in validator.iter_errors(json.load(open(name, encoding="utf-8"))):
                    print(schema, "/".join(map(str, error.path)), error.message[:300])
            """, files.flatMap { [$0.0.path(percentEncoded: false), $0.schema] })
    }

    @Test func responsesMatchTheSchemas() async throws {
        let folder = try TemporaryFolder("responses")
        try await TestServer.run { server in
            let (store, client) = (server.store, server.client)
            let worker = try await store.worker()
            let result = try packageResult(warnings: ["VFR"])
            let done = try await store.publish("/in/a.mp4", worker, result: result)
            let failed = try await store.failPermanently("/in/b.mp4", worker, .empty)
            let running = try await store.start(
                "/in/c.mp4", worker, fraction: 0.5, remaining: 10)
            try await store.add("/in/d.mp4")
            var files: [(URL, schema: String)] = []
            func add(_ data: Data, _ schema: String) throws {
                let file = folder.file("\(files.count).json")
                try data.write(to: file)
                files.append((file, schema))
            }
            try add(try await client.get("/api/v1/jobs").body, "JobList")
            try add(try await client.get("/api/v1/jobs?limit=1").body, "JobList")
            try add(try await client.get("/api/v1/jobs/\(done)").body, "Job")
            try add(try await client.get("/api/v1/stats").body, "Stats")
            try add(try await client.get("/missing").body, "Error")
            try add(try await client.post("/api/v1/jobs/\(done)/retry").body, "Error")
            for id in [done, failed] {
                let stream = try await client.get("/api/v1/jobs/\(id)/events").text
                for event in stream.matches(of: /data: (.+)/) {
                    try add(Data(event.1.utf8), "Event")
                }
            }
            let request =
                "GET /api/v1/jobs/\(running.job)/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let stream = try await client.exchange(request) { $0.contains("event: progress\n") }
            let events = String(decoding: stream, as: UTF8.self)
                .matches(of: /event: progress\ndata: (.+)/)
            for event in events { try add(Data(event.1.utf8), "Progress") }
            #expect(files.count == 6 + 6 + 1)
            let found = try await violations(in: files)
            #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
            // The validator detects a violation.
            #expect(
                try await !violations(in: [(files[3].0, "Job"), (files[4].0, "Event")]).isEmpty)
        }
    }

    /// The server and the schema accept the same submissions.
    @Test(arguments: [
        (#""preset": null, "name": null, "from": null, "to": null, "priority": null"#, true),
        (#""tenant": null, "key": null, "webhook": null, "delay": null"#, true),
        (#""captions": []"#, true), (#""captions": null"#, true),
        (#""captions": ["a.srt"]"#, false), (#""captions": {}"#, false),
        (#""name": "a b", "from": 0, "to": "1:30", "priority": -100, "delay": 31622400"#, true),
        (#""name": """#, false), (#""name": ".hidden""#, false), (#""name": "a/b""#, false),
        (#""name": "\#(String(repeating: "x", count: 201))""#, false),
        (#""delay": 31622401"#, false), (#""delay": -1"#, false), (#""priority": 101"#, false),
        (#""tenant": """#, false), (#""key": "\#(String(repeating: "x", count: 201))""#, false),
        (#""from": -1"#, false), (#""to": 0"#, false), (#""preset": """#, false),
        (#""upload": null"#, false),
    ])
    func submissionsMatchTheSchema(_ fields: String, _ isGood: Bool) async throws {
        let folder = try TemporaryFolder("submission")
        try await TestServer.run { settings, host, root in
            try Data("x".utf8).write(to: root.appending(path: "a.mp4"))
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
            host.converter = ConverterStub()
        } _: { server in
            let upload = fields.contains("upload") ? "" : #""upload": "a.mp4", "#
            let body = "{\(upload)\"output\": \"out\", \(fields)}"
            let response = try await server.client.post("/api/v1/jobs", body: body)
            #expect(response.status == (isGood ? 201 : 400))
            try Data(body.utf8).write(to: folder.file("body.json"))
        }
        let found = try await violations(in: [(folder.file("body.json"), "Submission")])
        #expect(found.isEmpty == isGood, "\(found)")
    }

    @Test func tableListsAllCodesWithTheirStatus() throws {
        let documented = try CodesPage.rows(of: "API errors").mapValues(\.[0])
        var statuses = APIError.OwnCode.allCases.map { ($0.rawValue, "\($0.status.code)") }
        // Another table has the preset's code.
        for code in SubmissionError.Code.allCases where code != .badPreset {
            let error = APIError(SubmissionError(code, message: "", advice: ""))
            statuses.append((code.rawValue, "\(error.status.code)"))
        }
        #expect(documented == Dictionary(uniqueKeysWithValues: statuses))
        let ofTheQueue = try CodesPage.rows(of: "Queue errors").mapValues(\.[1])
        for code in QueueError.Code.allCases {
            let response = APIError(QueueError(code, "", "", advice: ""))
            #expect(ofTheQueue[code.rawValue] == "\(response.status.code)", "\(code)")
        }
    }
}
