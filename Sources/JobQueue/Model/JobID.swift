/// A job's permanent identifier: 20 letters and digits, sorted by the time of submission, safe as a file name.
///
/// An identifier encodes 48 bits of milliseconds since 1970 and 52 random bits in Crockford's base 32 (no i, l, o, u), in lower
/// case.
public struct JobID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String

    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let length = 20

    /// Creates an identifier for a job that is submitted at a time.
    public init(
        milliseconds: Int64, using generator: inout some RandomNumberGenerator
    ) {
        let time = UInt64(bitPattern: milliseconds) & 0xffff_ffff_ffff
        let random = generator.next() >> 12
        // The upper 50 bits and the lower 50, ten digits each.
        let halves: [UInt64] = [time << 2 | random >> 50, random & 0x3_ffff_ffff_ffff]
        var bytes: [UInt8] = []
        for half in halves {
            for shift in stride(from: UInt64(45), through: 0, by: -5) {
                bytes.append(Self.digits[Int(half >> shift & 31)])
            }
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Parses an identifier; `nil` if the text is not one.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.digits.contains) else {
            return nil
        }
        self.text = text
    }

    public var description: String { text }

    public static func < (left: JobID, right: JobID) -> Bool { left.text < right.text }
}

extension JobID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = JobID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a job id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
