import ArgumentParser
import Foundation
import JobModel

/// The keys that encrypt queries of upload URLs in the queue.
struct SecretKeyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the keys that encrypt queries of upload URLs in the queue: 32 bytes in Base64 on each line, of which the first one encrypts (default: $VTRANSCODE_SECRET_KEY).",
            valueName: "file"),
        completion: .file())
    var secretKeyFile: String?

    /// The largest file, in bytes; chosen for some hundred keys.
    private static let maxSize = 1 << 14

    /// Reads the keys of the file, or those of the environment; none without both.
    ///
    /// - Throws: `SecretKeyError`, or `ValidationError` if the file cannot be read.
    func keys() throws -> SecretKeys {
        if let secretKeyFile {
            return try SecretKeys(try Secret.content(of: secretKeyFile, maxSize: Self.maxSize))
        }
        let text = ProcessInfo.processInfo.environment["VTRANSCODE_SECRET_KEY"] ?? ""
        return try text.isEmpty ? .none : SecretKeys(text)
    }
}
