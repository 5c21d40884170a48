package import MediaUnits

/// A stretch of the package's time whose pictures are not what was recorded.
package struct CorruptRange: Codable, Hashable, Sendable {
    /// Seconds from time 0 of the package.
    package let start: Rational
    package let end: Rational
    /// No picture came out, and the one before it stays; or else one came out with faults.
    package let isMissing: Bool

    package init(
        start: Rational,
        end: Rational,
        isMissing: Bool
    ) {
        self.start = start
        self.end = end
        self.isMissing = isMissing
    }
}
