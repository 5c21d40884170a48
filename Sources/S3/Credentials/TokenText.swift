internal import Foundation

/// Tokens in files, which the platform replaces before they expire.
enum TokenText {
    /// The largest token, in bytes; chosen because headers and forms of services have no more.
    private static let maximumSize = 65536

    /// Returns the content of a file without white space around it.
    static func read(
        _ path: String, named variable: String, for source: String
    ) throws(CredentialsError) -> Secret {
        let file: SettingsFile?
        do {
            file = try SettingsFile(at: path, maximumSize: maximumSize)
        } catch {
            throw CredentialsError(source, "\(variable): \(error.reason)")
        }
        guard let file else { throw CredentialsError(source, "\(variable): no such file") }
        let text = file.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else {
            throw CredentialsError(source, "\(variable): the file is empty")
        }
        return Secret(text)
    }
}
