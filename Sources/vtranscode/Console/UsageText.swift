import Storage

/// The texts of usage errors, which repeat values of the command line.
enum UsageText {
    /// Returns a text in which the URLs of a command line have neither user part nor query, which may be secrets.
    ///
    /// Keys of `s3://` URLs stay as they are: a question mark belongs to the key.
    static func withoutSecrets(_ text: String, of arguments: [String]) -> String {
        let values = arguments.map { argument in
            argument.hasPrefix("-")
                ? String(argument.drop { $0 != "=" }.dropFirst()) : argument
        }
        let urls = values.filter { $0.contains("://") && !$0.hasPrefix("s3://") }
        // A URL may begin with another one.
        return urls.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) {
            $0.replacing($1, with: WebLocation.withoutSecrets($1))
        }
    }
}
