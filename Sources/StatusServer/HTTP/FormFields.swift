internal import Foundation

/// The fields of a query, or of a form that is sent as application/x-www-form-urlencoded.
enum FormFields {
    /// Their names and values, in their order.
    static func read(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// What is no encoding stays as it is.
    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}
