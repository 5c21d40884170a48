internal import Foundation

/// A time in a header: `Tue, 31 Dec 2024 23:30:00 GMT` (RFC 9110, 5.6.7).
struct HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time, in seconds since 1970.
    let seconds: Double

    /// Reads a header; `nil` for any other text.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, let month = Self.months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        let iso = "\(words[3])-\(number)-\(words[1])T\(words[4])Z"
        guard let date = try? Date(iso, strategy: .iso8601) else { return nil }
        seconds = date.timeIntervalSince1970
    }
}
