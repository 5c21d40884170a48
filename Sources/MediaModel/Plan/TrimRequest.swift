public import MediaUnits

/// The trim range that a request names, in seconds from time 0 of the upload.
public struct TrimRequest: Codable, Hashable, Sendable {
    /// The start time; the first frame is the one that is shown then.
    public let from: Rational
    /// The end time, from which on frames are left out; `nil` for the end of the upload.
    public let to: Rational?

    public init(from: Rational = .zero, to: Rational? = nil) {
        self.from = from
        self.to = to
    }

    /// The contribution to a package's key; empty for the whole upload.
    package var identity: String {
        self == TrimRequest() ? "" : "\(from) \(to.map(\.description) ?? "")"
    }
}
