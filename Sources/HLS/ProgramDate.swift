internal import Foundation
internal import MediaUnits

/// Dates of a playlist's time line, which begins at 1970-01-01T00:00:00.000Z, so that equal packages have equal bytes.
enum ProgramDate {
    /// Returns the date of a time, in seconds from the start of the playlist, to the millisecond (ISO 8601).
    static func text(_ time: Rational) -> String {
        let milliseconds = max(0, (time * 1000).rounded)
        let whole = Date(timeIntervalSince1970: Double(milliseconds / 1000))
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return whole.ISO8601Format().dropLast() + ".\(fraction)Z"
    }
}
