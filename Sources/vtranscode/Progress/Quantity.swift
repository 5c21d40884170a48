/// How numbers look for people: short, in decimal units, never wrong for odd values.
enum Quantity {
    /// `0:07`, `1:02`, `1:02:03`; a dash for what is no time.
    static func clock(_ seconds: Double) -> String {
        guard let total = whole(seconds) else { return "-" }
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
            : "\(minutes):\(twoDigits(seconds))"
    }

    /// `850 B`, `12.3 kB`, `1.2 GB`: powers of 1000, as storage is sold and networks are rated.
    static func bytes(_ count: Int) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var value = Double(count) / 1000
        for unit in ["kB", "MB", "GB"] {
            // Below 999.95, as one decimal is shown.
            if value < 999.95 { return "\(decimal(value)) \(unit)" }
            value /= 1000
        }
        return "\(decimal(value)) TB"
    }

    /// Time that work took: `4.2 s` below a minute, then as a clock.
    static func elapsed(_ seconds: Double) -> String {
        seconds < 59.95 ? "\(decimal(seconds)) s" : clock(seconds)
    }

    /// `0 %` to `100 %`, which only what is done reaches.
    static func percent(_ fraction: Double) -> String {
        "\(whole(fraction * 100).map { min($0, 100) } ?? 0) %"
    }

    /// `3.9x`: times real time.
    static func speed(_ factor: Double) -> String { "\(decimal(factor))x" }

    /// `118 frames/s`.
    static func frameRate(_ rate: Double) -> String { "\(whole(rate.rounded()) ?? 0) frames/s" }

    /// `1 job`, `2 jobs`.
    static func count(_ count: Int, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }

    /// One decimal, with a point in every locale.
    private static func decimal(_ value: Double) -> String {
        guard let tenths = whole((value * 10).rounded()) else { return "-" }
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// Rounded down; `nil` for what is negative, infinite, no number, or absurdly large.
    private static func whole(_ value: Double) -> Int? {
        value >= 0 && value < 1e15 ? Int(value) : nil
    }
}
