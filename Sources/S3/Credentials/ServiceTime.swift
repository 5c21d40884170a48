internal import Foundation

/// Times in the responses of services: ISO 8601 in UTC, with or without fractions of a second.
enum ServiceTime {
    /// Returns the seconds since 1970; `nil` for another form.
    static func seconds(_ text: String) -> Double? {
        let style = Date.ISO8601FormatStyle()
        let date =
            (try? Date(text, strategy: style))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        return date?.timeIntervalSince1970
    }
}
