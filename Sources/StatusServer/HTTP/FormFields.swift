internal import Foundation

/// The fields of a query or of a body of type application/x-www-form-urlencoded.
enum FormFields {
    /// Returns names and values in order.
    static func read(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// Decodes a text; an invalid encoding is returned unchanged.
    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}
