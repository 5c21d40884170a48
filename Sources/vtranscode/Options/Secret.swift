import ArgumentParser
import Foundation

/// Secrets come from a file or the environment: a command line can be read by everybody on the machine.
enum Secret {
    /// The first line of the file, else the variable; `nil` if there is neither.
    static func read(file: String?, variable: String) throws -> String? {
        guard let file else {
            return ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("There is no such file: \(file).")
        }
        guard let data = FileManager.default.contents(atPath: file), data.count <= 4096,
            let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
                .first
        else {
            throw ValidationError("\(file) holds no secret that can be read: a text of one line.")
        }
        return String(line)
    }
}
