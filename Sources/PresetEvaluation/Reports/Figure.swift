import Foundation
import MediaUnits

/// Numbers in reports.
enum Figure {
    /// Returns a number with a fixed number of decimals; `String(format:)` would be unsafe code.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        value.formatted(
            .number.precision(.fractionLength(decimals)).grouping(.never)
                .locale(Locale(identifier: "en_US_POSIX")))
    }

    /// Returns a bit rate: `1234 kb/s`.
    static func rate(_ bitsPerSecond: Int) -> String { "\((bitsPerSecond + 500) / 1000) kb/s" }

    /// Returns a duration: `4.004 s`.
    static func seconds(_ value: Rational) -> String { fixed(value.doubleValue, 3) + " s" }

    /// Returns a relative change: `+3.2 %`; a dash for a change from 0.
    static func change(from old: Double, to new: Double) -> String {
        old > 0 ? signed((new / old - 1) * 100, 1) + " %" : "-"
    }

    static func signed(_ value: Double, _ decimals: Int) -> String {
        (value < 0 ? "" : "+") + fixed(value, decimals)
    }
}
