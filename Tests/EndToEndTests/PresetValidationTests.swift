import Foundation
import TestSupport
import Testing

/// The output of `presets validate` and `presets schema`, read by independent programs.
@Suite struct PresetValidationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL
    private static let presets = root.appending(path: "presets").path
    private static let fixtures = root.appending(path: "Tests/PresetsTests/Fixtures").path

    /// Runs a script with Debian's python3, whose packages the set-up installs.
    private static func python(_ script: String, _ arguments: [String]) async throws -> [String] {
        try await Command("/usr/bin/python3", ["-c", script] + arguments).succeed().lines
    }

    private static func validate(_ folder: String, _ format: String) async throws -> Command.Output
    {
        try await VTranscode.call("presets", "validate", folder, "--format", format)
    }

    private static func file(_ output: Command.Output, in folder: TemporaryFolder) throws -> String
    {
        let file = folder.file("output")
        try output.standardOutput.write(to: file)
        return file.path
    }

    @Test func statusIsThatOfTheWorstProblem() async throws {
        #expect(try await Self.validate(Self.presets, "text").status == 0)
        let strict = ["presets", "validate", "--strict"]
        #expect(try await VTranscode.command(strict + [Self.presets]).run().status == 0)
        #expect(try await Self.validate(Self.fixtures, "text").status == 65)
        let gap = Self.fixtures + "/ladder.gap.yaml"
        #expect(try await Self.validate(gap, "text").status == 0)
        #expect(try await VTranscode.command(strict + [gap]).run().status == 65)
        #expect(try await Self.validate("no-such-preset", "text").status == 65)
    }

    /// Loaded with all scalars as text, and with types as in editors.
    @Test func schemaAcceptsShippedPresetsAndFindsErrors() async throws {
        let folder = try TemporaryFolder("schema")
        let schema = try Self.file(await VTranscode.call("presets", "schema"), in: folder)
        let script = """
            import json, pathlib, sys, yaml
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            for file in sorted(pathlib.Path(sys.argv[2]).glob("*.yaml")):
                for loader in yaml.BaseLoader, yaml.SafeLoader:
                    try:
                        preset = yaml.load(file.read_bytes(), Loader=loader)
                    except Exception:
                        continue
                    if list(Draft202012Validator(schema).iter_errors(preset)):
                        print(file.stem)
                        break
            """
        #expect(try await Self.python(script, [schema, Self.presets]) == [])
        let rejected = Set(try await Self.python(script, [schema, Self.fixtures]))
        let expected: Set = [
            "extends.path", "five-mistakes", "key.missing", "key.unknown", "ladder.empty",
            "option.reserved", "value.choice", "value.name", "value.range", "value.type",
            "yaml.depth", "yaml.empty",
        ]
        #expect(rejected == expected)
    }

    @Test func formatsHaveTheSameProblems() async throws {
        let folder = try TemporaryFolder("formats")
        func lines(_ format: String, _ script: String) async throws -> [String] {
            let output = try await Self.validate(Self.fixtures, format)
            #expect(output.status == 65 && output.errorOutput.isEmpty)
            return try await Self.python(script, [Self.file(output, in: folder)]).sorted()
        }
        let json = try await lines(
            "json",
            """
            import json, sys
            report = json.load(open(sys.argv[1]))
            problems = [p for preset in report["presets"] for p in preset["problems"]]
            for severity in "error", "warning", "note":
                assert report[severity + "s"] == sum(p["severity"] == severity for p in problems)
            assert all(p["message"] and p["advice"] and p["reason"] for p in problems)
            for p in problems:
                print(p["file"], p["line"], p["column"], p["severity"], p["rule"])
            """)
        #expect(json.count > 50)
        let sarif = try await lines("sarif", Self.sarifReader)
        #expect(sarif == json)
        let github = try await lines(
            "github",
            """
            import re, sys
            def plain(text):
                assert not re.search("%(?!25|0D|0A|3A|2C)", text)
                return re.sub("%(..)", lambda m: chr(int(m[1], 16)), text)
            commands = open(sys.argv[1]).read().splitlines()[:-1]
            levels = {"error": "error", "warning": "warning", "notice": "note"}
            for command in commands:
                level, properties, message = re.fullmatch("::([a-z]+) ([^:]*)::(.+)", command).groups()
                p = dict(part.split("=", 1) for part in properties.split(","))
                assert plain(message)
                print(plain(p["file"]), p.get("line", 0), p.get("col", 0), levels[level], plain(p["title"]))
            """)
        #expect(github == json)
        let junit = try await lines(
            "junit",
            """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            cases = root.findall("testsuite/testcase")
            failed = [case for case in cases if case.find("failure") is not None]
            assert (len(cases), len(failed)) == (int(root.get("tests")), int(root.get("failures")))
            for case in cases:
                for part in case:
                    for line in part.text.splitlines():
                        position, level, rule, _ = line.split(": ", 3)
                        file, *numbers = position.rsplit(":", 2)
                        print(file, *(numbers or [0, 0]), level, rule)
            """)
        #expect(junit == json)
    }

    /// The script of the composite action, run as by GitHub.
    @Test(arguments: [("presets", "true", Int32(0)), ("Tests/PresetsTests/Fixtures", "true", 65)])
    func actionFailsForBadPresets(folder: String, strict: String, status: Int32)
        async throws
    {
        let action = Self.root.appending(path: ".github/actions/validate-presets/action.yml").path
        let script = try await Self.python(
            "import sys, yaml; print(yaml.safe_load(open(sys.argv[1]))['runs']['steps'][0]['run'])",
            [action]
        ).joined(separator: "\n")
        let output = try await Command(
            "env",
            [
                "COMMAND=\(VTranscode.binary.get())", "STRICT=\(strict)",
                "PRESETS=\(Self.root.appending(path: folder).path)", "bash", "-eo", "pipefail",
                "-c",
                script,
            ]
        ).run()
        #expect(output.status == status, "\(output.errorOutput)")
        #expect(output.text.contains("::notice file="))
        #expect(output.text.contains("::error file=") == (status != 0))
    }

    /// The parts of the SARIF 2.1.0 schema that the log uses.
    private static let sarifReader = """
        import json, sys, urllib.parse
        from jsonschema import Draft202012Validator
        def thing(required, **properties):
            return {"type": "object", "required": required.split(), "properties": properties,
                    "additionalProperties": False}
        text = thing("text", text={"type": "string", "minLength": 1})
        level = {"enum": ["none", "note", "warning", "error"]}
        number = {"type": "integer", "minimum": 1}
        rule = thing("id", id={"type": "string"}, shortDescription=text, fullDescription=text,
                     defaultConfiguration=thing("level", level=level))
        driver = thing("name", name={"type": "string"}, version={"type": "string"},
                       rules={"type": "array", "items": rule, "uniqueItems": True})
        position = thing("artifactLocation",
                      artifactLocation=thing("uri", uri={"type": "string", "pattern": "^[!-~]+$"}),
                      region=thing("startLine", startLine=number, startColumn=number))
        result = thing("message", ruleId={"type": "string"}, ruleIndex={"type": "integer", "minimum": 0},
                       level=level, message=text,
                       locations={"type": "array", "items": thing("physicalLocation", physicalLocation=position)})
        run = thing("tool", tool=thing("driver", driver=driver), columnKind={"const": "unicodeCodePoints"},
                    results={"type": "array", "items": result})
        schema = thing("version runs", version={"const": "2.1.0"}, runs={"type": "array", "items": run},
                       **{"$schema": {"type": "string", "pattern": "^https://"}})
        log = json.load(open(sys.argv[1]))
        Draft202012Validator(schema).validate(log)
        run = log["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        for r in run["results"]:
            assert rules[r["ruleIndex"]]["id"] == r["ruleId"]
            position = r["locations"][0]["physicalLocation"]
            region = position.get("region", {})
            print(urllib.parse.unquote(position["artifactLocation"]["uri"]), region.get("startLine", 0),
                  region.get("startColumn", 0), r["level"], r["ruleId"])
        """
}
