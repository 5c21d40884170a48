/// A size in bytes; as text `500kB`, `10 MB` (powers of 1000) or `64KiB`, `4GiB` (powers of 1024).
public struct ByteCount: Hashable, Sendable {
    public let bytes: Int

    public init(_ bytes: Int) { self.bytes = bytes }
}

extension ByteCount: CustomStringConvertible {
    /// The size in powers of 1000 with three digits: `512 B`, `1.50 MB`, `23.4 GB`.
    public var description: String {
        var (value, unit) = (Double(bytes), "B")
        for larger in ["kB", "MB", "GB", "TB", "PB"] where value.magnitude >= 999.5 {
            (value, unit) = (value / 1000, larger)
        }
        guard unit != "B" else { return "\(bytes) B" }
        let decimals = value.magnitude < 9.995 ? 100.0 : value.magnitude < 99.95 ? 10.0 : 1.0
        let scaled = Int((value * decimals).rounded())
        guard decimals > 1 else { return "\(scaled) \(unit)" }
        let sign = scaled < 0 ? "-" : ""
        let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(decimals))
        let padding = String(repeating: "0", count: (decimals == 100 && part < 10) ? 1 : 0)
        return "\(sign)\(whole).\(padding)\(part) \(unit)"
    }

    /// Reads `65536`, `64KiB`, `1.5 GB`, with units in any case; k, M and G alone mean kB, MB and GB.
    public init?(_ text: String) {
        let units = [
            "": 1, "b": 1, "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000,
            "g": 1_000_000_000, "gb": 1_000_000_000, "t": 1_000_000_000_000,
            "tb": 1_000_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
            "tib": 1 << 40,
        ]
        guard let value = DecimalText.wholeNumber(text, units: units) else { return nil }
        self.init(value)
    }
}

extension ByteCount: Comparable {
    public static func < (a: ByteCount, b: ByteCount) -> Bool { a.bytes < b.bytes }
}

extension ByteCount: Codable {
    /// Decodes a number of bytes.
    public init(from decoder: any Decoder) throws {
        bytes = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bytes)
    }
}
