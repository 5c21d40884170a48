/// A date and time of ISO 8601, as playlists have them (RFC 8216, 4.3.2.6).
struct DateTime {
    /// Since 1970 UTC; a date without a time zone is taken as UTC.
    let seconds: Double

    /// - Returns: `nil` for text that is no `YYYY-MM-DDThh:mm:ss`, with an optional fraction and time zone.
    init?(_ text: String) {
        var rest = text.utf8[...]
        guard let year = Self.number(&rest, 4), Self.skip("-", &rest),
            let month = Self.number(&rest, 2), Self.skip("-", &rest),
            let day = Self.number(&rest, 2), Self.skip("T", &rest) || Self.skip("t", &rest),
            let hour = Self.number(&rest, 2), Self.skip(":", &rest),
            let minute = Self.number(&rest, 2), Self.skip(":", &rest),
            let second = Self.number(&rest, 2), (1...12).contains(month), (1...31).contains(day),
            hour <= 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0.0
        if Self.skip(".", &rest) {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard let value = Double("0." + String(Substring(digits))) else { return nil }
            fraction = value
            rest = rest.dropFirst(digits.count)
        }
        guard let zone = Self.zone(&rest), rest.isEmpty else { return nil }
        let time = Double(hour * 3600 + minute * 60 + second - zone)
        seconds = Double(Self.days(year, month, day)) * 86_400 + time + fraction
    }

    /// Returns the distance from UTC in seconds.
    private static func zone(_ rest: inout Substring.UTF8View) -> Int? {
        if rest.isEmpty || skip("Z", &rest) || skip("z", &rest) { return 0 }
        let isWest = skip("-", &rest)
        guard isWest || skip("+", &rest), let hours = number(&rest, 2) else { return nil }
        _ = skip(":", &rest)
        let minutes = rest.isEmpty ? 0 : number(&rest, 2)
        guard let minutes else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Returns the days since 1970 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // The year begins in March, so that the leap day is its last one.
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func number(_ rest: inout Substring.UTF8View, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        rest = rest.dropFirst(count)
        return Int(Substring(digits))
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool
    {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
