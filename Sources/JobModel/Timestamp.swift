internal import Foundation

/// A point in time: milliseconds in the queue, text in JSON.
public struct Timestamp: Codable, Sendable, Hashable {
    /// Milliseconds since 1970-01-01 00:00:00 UTC.
    public var milliseconds: Int64

    public init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The present time, by the host's wall clock.
    public static var now: Timestamp {
        Timestamp(Int64(Date().timeIntervalSince1970 * 1000))
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// ISO 8601 in UTC with milliseconds: `2026-01-02T03:04:05.625Z`.
    ///
    /// The text is 1 ms early if a `Double` cannot represent the fraction of a second exactly and is less than it.
    public var text: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(Self.style)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Self.style.parse(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a time in ISO 8601: \(text)")
        }
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
