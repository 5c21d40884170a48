import ArgumentParser
import Foundation

/// Secrets from files or the environment; all users of a host can read command lines.
enum Secret {
    /// Reads the first line of the file, or of the variable if no file is given; `nil` if there is neither.
    static func read(
        file: String?, variable: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String? {
        guard let file else { return environment[variable].flatMap(firstLine) }
        guard FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("There is no such file: \(file).")
        }
        guard let data = FileManager.default.contents(atPath: file), data.count <= 4096,
            let line = firstLine(String(decoding: data, as: UTF8.self))
        else {
            throw ValidationError("\(file) does not contain a secret: a text of one line.")
        }
        return line
    }

    /// Returns the first line: editors, `echo` and orchestrators append a line break to secrets.
    private static func firstLine(_ text: String) -> String? {
        text.split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
