import Foundation
import Transcoding

/// The presets that an argument names.
enum TrialPresets {
    /// The preset files of a folder, sorted; anything else as it is.
    static func files(_ argument: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder),
            isFolder.boolValue
        else { return [argument] }
        let root = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
        let files = try FileManager.default.contentsOfDirectory(atPath: argument)
            .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        guard !files.isEmpty else {
            throw UsageError(description: "no preset file (.yaml, .yml) in \(argument)")
        }
        return files.sorted().map { "\(root)/\($0)" }
    }
}
