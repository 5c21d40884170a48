public import MediaUnits

/// The range of an upload that a job packages.
///
/// Times are exact fractions of seconds from the upload's time 0; in JSON they are texts such as `25/2`.
public struct TrimRangePayload: Codable, Sendable, Hashable {
    /// The time of the first frame, in seconds.
    public var from: Rational
    /// The time of the first frame that is left out, in seconds; `nil` for the upload's end.
    public var to: Rational?

    public init(from: Rational = .zero, to: Rational? = nil) {
        self.from = from
        self.to = to
    }
}
