import Foundation
import MediaUnits

/// Numbers as reports write them.
enum Figure {
    /// With so many places; `String(format:)` would follow no locale either, but is unsafe.
    static func fixed(_ value: Double, _ places: Int) -> String {
        value.formatted(
            .number.precision(.fractionLength(places)).grouping(.never)
                .locale(Locale(identifier: "en_US_POSIX")))
    }

    /// `1234 kb/s`.
    static func rate(_ bitsPerSecond: Int) -> String { "\((bitsPerSecond + 500) / 1000) kb/s" }

    /// `4.004 s`.
    static func seconds(_ value: Rational) -> String { fixed(value.doubleValue, 3) + " s" }

    /// `+3.2 %`; a dash where there was nothing before.
    static func change(from old: Double, to new: Double) -> String {
        old > 0 ? signed((new / old - 1) * 100, 1) + " %" : "-"
    }

    static func signed(_ value: Double, _ places: Int) -> String {
        (value < 0 ? "" : "+") + fixed(value, places)
    }
}
