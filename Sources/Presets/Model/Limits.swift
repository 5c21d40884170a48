public import MediaUnits

/// What uploads are refused for, whatever they hold.
public struct Limits: Codable, Hashable, Sendable {
    /// Width times height of the upload's pictures.
    public let maxPixels: Int
    /// Seconds; `nil`: any length.
    public let maxDuration: Rational?

    public init(
        maxPixels: Int = Self.defaultPixels, maxDuration: Rational? = Self.defaultDuration
    ) {
        self.maxPixels = maxPixels
        self.maxDuration = maxDuration
    }

    /// 8192x4320, the largest format that cameras record (8K of cinema); one such frame takes 53 MB
    /// to decode.
    public static let defaultPixels = 8192 * 4320

    /// A day, longer than films and recordings of events are; wrong timestamps say years.
    public static let defaultDuration = Rational(86400)
}
