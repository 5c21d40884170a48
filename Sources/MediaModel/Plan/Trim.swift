public import MediaUnits

/// Which part of an upload is asked for: seconds from its time 0.
public struct Trim: Codable, Hashable, Sendable {
    /// The first frame is the one that is shown then.
    public let from: Rational
    /// Frames that begin then or later are left out; `nil`: up to the end.
    public let to: Rational?

    public init(from: Rational = .zero, to: Rational? = nil) {
        self.from = from
        self.to = to
    }

    /// Part of a package's key; empty for the whole upload.
    package var identity: String {
        self == Trim() ? "" : "\(from) \(to.map(\.description) ?? "")"
    }
}

/// The part of an upload that is published, where that is not all of it.
public struct KeptRange: Codable, Hashable, Sendable {
    /// Seconds from the upload's time 0.
    public let from: Double
    public let to: Double

    package init(
        from: Double,
        to: Double
    ) {
        self.from = from
        self.to = to
    }
}
