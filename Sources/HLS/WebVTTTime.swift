/// Timestamps of WebVTT (WebVTT, 4.1).
enum WebVTTTime {
    /// Returns a time in milliseconds as `01:02:03.004`; hours have two digits or more.
    static func text(_ milliseconds: Int) -> String {
        let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
        let seconds = (rest < 10_000 ? "0" : "") + DecimalText.fixed(rest, decimals: 3)
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60)):\(seconds)"
    }

    private static func twoDigits(_ number: Int) -> String {
        (number < 10 ? "0" : "") + String(number)
    }
}
