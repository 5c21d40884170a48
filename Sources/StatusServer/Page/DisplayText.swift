internal import Foundation

/// Quantities and sentences in the format of the status page.
enum DisplayText {
    /// Formats seconds: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(max(0, min(1e9, seconds)).rounded())
        switch whole {
        case ..<60: return "\(whole) s"
        case ..<3600: return pair(whole, 60, "min", "s")
        case ..<86400: return pair(whole / 60, 60, "h", "min")
        default: return pair(whole / 3600, 24, "d", "h")
        }
    }

    private static func pair(_ value: Int, _ base: Int, _ large: String, _ small: String) -> String
    {
        let rest = value % base
        return rest == 0 ? "\(value / base) \(large)" : "\(value / base) \(large) \(rest) \(small)"
    }

    static func bytes(_ count: Int) -> String {
        var value = Double(max(0, count))
        var unit = 0
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let digits = unit == 0 || value >= 99.95 ? 0 : 1
        return String(format: "%.\(digits)f", value) + " " + units[unit]
    }

    /// Formats a number with separators: 1,234,567.
    static func count(_ value: Int) -> String {
        var text = ""
        for (position, digit) in String(value).reversed().enumerated() {
            if position > 0, position % 3 == 0, digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Capitalizes a message and adds a period: messages have neither, because the command prints them within lines.
    static func sentence(_ text: String) -> String {
        let isEnded = text.last.map { ".!?".contains($0) } ?? true
        return text.prefix(1).uppercased() + text.dropFirst() + (isEnded ? "" : ".")
    }

    static func plural(_ count: Int, _ word: String) -> String {
        "\(Self.count(count)) \(word)\(count == 1 ? "" : "s")"
    }
}
