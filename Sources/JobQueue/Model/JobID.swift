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
        guard !Self.isCanonical(text) else {
            self.text = String(text)
            return
        }
        let text = text.lowercased()
        guard Self.isCanonical(text) else { return nil }
        self.text = text
    }

    private static func isCanonical(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(isDigit)
    }

    /// Whether a character is one of `digits`, without a search: a store parses an identifier for each row that it reads.
    private static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
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
