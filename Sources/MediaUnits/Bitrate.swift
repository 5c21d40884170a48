/// A bit rate; as text `6000k` or `6M`, where k is 1000 and M is 1000 k bits per second.
public struct Bitrate: Hashable, Sendable {
    public let bitsPerSecond: Int

    public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

    public static func kilobits(_ count: Int) -> Bitrate { Bitrate(bitsPerSecond: count * 1000) }

    /// Returns the number of bits in a duration in seconds, rounded to the nearest.
    public func bits(in seconds: Rational) -> Int { (seconds * bitsPerSecond).rounded }
}

extension Bitrate: CustomStringConvertible {
    /// `6000k`, or `64001bps` for a rate that is not a multiple of 1000.
    public var description: String {
        bitsPerSecond.isMultiple(of: 1000) ? "\(bitsPerSecond / 1000)k" : "\(bitsPerSecond)bps"
    }

    /// Reads `6000k`, `1.5M`, `6000 kb/s`, `64000bps`; `nil` without a unit, since 6000 could mean bits or kilobits.
    public init?(_ text: String) {
        let units = [
            "bps": 1, "b/s": 1, "k": 1000, "kbps": 1000, "kb/s": 1000, "kbit/s": 1000,
            "m": 1_000_000, "mbps": 1_000_000, "mb/s": 1_000_000, "mbit/s": 1_000_000,
        ]
        guard let value = DecimalText.wholeNumber(text, units: units) else { return nil }
        self.init(bitsPerSecond: value)
    }
}

extension Bitrate: Comparable {
    public static func < (a: Bitrate, b: Bitrate) -> Bool { a.bitsPerSecond < b.bitsPerSecond }
}

extension Bitrate: Codable {
    /// Decodes a number of bits per second.
    public init(from decoder: any Decoder) throws {
        bitsPerSecond = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bitsPerSecond)
    }
}
