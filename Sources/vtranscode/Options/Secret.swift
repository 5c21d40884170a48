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
        guard let line = firstLine(try content(of: file, maxSize: 4096)) else {
            throw notASecret(file)
        }
        return line
    }

    /// Returns the content of a file with secrets, whose size is limited, in bytes.
    static func content(of file: String, maxSize: Int) throws -> String {
        guard FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("There is no such file: \(file).")
        }
        guard let data = FileManager.default.contents(atPath: file), data.count <= maxSize else {
            throw notASecret(file)
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func notASecret(_ file: String) -> ValidationError {
        ValidationError("\(file) does not contain a secret: a readable, short text.")
    }

    /// Returns the first line: editors, `echo` and orchestrators append a line break to secrets.
    private static func firstLine(_ text: String) -> String? {
        text.split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
