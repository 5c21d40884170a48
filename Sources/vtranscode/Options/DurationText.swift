import ArgumentParser
import Foundation
import MediaUnits

/// Durations in options: `90`, `30s`, `10m`, `12h`, `7d`.
enum DurationText {
    static func seconds(_ text: String) throws -> Double {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? Substring(text) : text.dropLast()
        guard let value = Double(digits), value.isFinite, value >= 0, value < 1e9,
            digits.allSatisfy({ $0.isNumber || $0 == "." })
        else {
            throw ValidationError(
                "'\(text)' is not a duration; use 30s, 10m, 12h or 7d.")
        }
        return value * (unit ?? 1)
    }
}
