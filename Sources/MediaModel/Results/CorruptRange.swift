package import MediaUnits

/// A range of the package's time whose video could not be decoded correctly.
package struct CorruptRange: Codable, Hashable, Sendable {
    /// The start, in seconds from time 0 of the package.
    package let start: Rational
    /// The end, in seconds from time 0 of the package.
    package let end: Rational
    /// Whether frames are missing, and the frame before them is repeated; otherwise frames have visible errors.
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
