import MediaUnits

/// Numbers as text: short, in decimal units, defined for every value.
enum Quantity {
    /// Returns a clock: `0:07`, `1:02`, `1:02:03`; a dash for invalid times.
    static func clock(_ seconds: Double) -> String {
        guard let total = whole(seconds) else { return "-" }
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
            : "\(minutes):\(twoDigits(seconds))"
    }

    /// Returns a size in powers of 1000: `850 B`, `12.3 kB`, `1.2 GB`.
    static func bytes(_ count: Int) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var value = Double(count) / 1000
        for unit in ["kB", "MB", "GB"] {
            // 999.95 is rounded to 1000.0.
            if value < 999.95 { return "\(decimal(value)) \(unit)" }
            value /= 1000
        }
        return "\(decimal(value)) TB"
    }

    /// Returns a duration: `4.2 s` below a minute, then as a clock.
    static func elapsed(_ seconds: Double) -> String {
        seconds < 59.95 ? "\(decimal(seconds)) s" : clock(seconds)
    }

    /// Returns `0 %` to `100 %`, rounded down: only a complete fraction is 100 %.
    static func percent(_ fraction: Double) -> String {
        "\(whole(fraction * 100).map { min($0, 100) } ?? 0) %"
    }

    /// Returns a multiple of real time: `3.9x`.
    static func speed(_ factor: Double) -> String { "\(decimal(factor))x" }

    /// Returns a frame rate: `118 frames/s`.
    static func frameRate(_ rate: Double) -> String { "\(whole(rate.rounded()) ?? 0) frames/s" }

    /// Returns a count with its noun: `1 job`, `2 jobs`.
    static func count(_ count: Int, _ word: String) -> String {
        CountText.text(count, word)
    }

    /// Returns a number with one decimal, and a point in every locale.
    private static func decimal(_ value: Double) -> String {
        guard let tenths = whole((value * 10).rounded()) else { return "-" }
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// Returns a value rounded down; `nil` if it is negative, infinite, NaN or above 10^15.
    private static func whole(_ value: Double) -> Int? {
        value >= 0 && value < 1e15 ? Int(value) : nil
    }
}
