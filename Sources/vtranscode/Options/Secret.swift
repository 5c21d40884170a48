import ArgumentParser
import Foundation

/// Secrets come from a file or the environment: a command line can be read by everybody on the machine.
enum Secret {
    /// The first line of the file, else of the variable; `nil` if there is neither.
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
            throw ValidationError("\(file) holds no secret that can be read: a text of one line.")
        }
        return line
    }

    /// Editors, `echo` and secrets of orchestrators put a line end behind it.
    private static func firstLine(_ text: String) -> String? {
        text.split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
