import Foundation
import TestSupport
import Testing

/// Packages that another version of the program made.
@Suite struct ManifestSchemaTests {
    /// The exit status of a command, with the text of both standard streams.
    private func call(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let command = try VTranscode.command(arguments)
        let output = try await Command(
            "sh", ["-c", "exec \"$0\" \"$@\" 2>&1", command.program] + command.arguments
        ).run()
        return (output.status, output.text)
    }

    @Test(arguments: [
        (schema: 1, origin: "a package of an earlier version (manifest schema 1)"),
        (schema: 3, origin: "a package made by a newer version (manifest schema 3)"),
    ])
    func packageOfAnotherSchemaIsNamedAndReplaced(schema: Int, origin: String) async throws {
        let folder = try TemporaryFolder("schema")
        let upload = try Clip.small()
        let manifest = try folder.folder("out/clip").appending(path: "manifest.json")
        try Data(#"{"schema":\#(schema),"key":"k","plan":{"part":null}}"#.utf8).write(to: manifest)
        let output = folder.file("out").path

        let index = try await call(["index", output])
        #expect(index.status == 0)
        #expect(index.text.contains("warning: clip is left out of index.json: \(origin)"))
        #expect(index.text.contains("0 packages"))

        let run = ["run", "--output", output, "--name", "clip", "--from", "0", "--to", "1"]
        let taken = try await call(run + [upload.path])
        #expect(taken.status != 0)
        #expect(taken.text.contains("EXISTS"))
        #expect(taken.text.contains("/clip is \(origin)"), "\(taken.text)")

        let forced = try await call(run + ["--force", upload.path])
        #expect(forced.status == 0, "\(forced.text)")
        #expect(try await call(["index", output]).text.contains("1 package"))
    }
}
