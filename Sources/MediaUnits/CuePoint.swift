/// A time of an upload at which something else may be inserted: an advertisement, or a chapter.
///
/// Every rendition has a segment that starts there.
public struct CuePoint: Hashable, Sendable {
    /// A position in an upload, or in its package.
    public enum Position: Hashable, Sendable {
        /// Seconds from the start; 0 is a pre-roll.
        case time(Rational)
        /// The end: a post-roll.
        case end

        /// The start: a pre-roll.
        public static let start = Position.time(.zero)
    }

    public var position: Position
    /// The identifier in playlists, unique in a package; `nil` for one made of its number.
    public var id: String?
    /// The expected duration of what is inserted, in seconds; `nil` if it is unknown.
    public var duration: Rational?
    /// The https URL of an asset list, which names what is inserted (RFC 8216bis, Appendix D); `nil` for markers that another server
    /// replaces.
    public var assetList: String?

    public init(
        _ position: Position, id: String? = nil, duration: Rational? = nil,
        assetList: String? = nil
    ) {
        self.position = position
        self.id = id
        self.duration = duration
        self.assetList = assetList
    }

    /// The longest duration, in seconds: a day, above every break.
    public static let longestDuration = Rational(86_400)

    /// Reads a duration, in any form of `TimeText`; `nil` if it is none, 0, or too long.
    public static func duration(_ text: String) -> Rational? {
        TimeText.position(text).flatMap { $0 > .zero && $0 <= longestDuration ? $0 : nil }
    }

    /// Returns whether a text can be an identifier: 1 to 128 ASCII characters, spaces inside included, without double quotes and
    /// backslashes.
    public static func isIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
            && text.first != " " && text.last != " "
    }

    /// Returns whether a text can be the URL of an asset list: https, a host, no user, at most 4,096 visible ASCII characters.
    public static func isAssetList(_ text: String) -> Bool {
        let scheme = "https://"
        guard text.utf8.count <= 4096, text.lowercased().hasPrefix(scheme),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
        else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return !authority.isEmpty && !authority.contains("@") && authority.first != ":"
    }
}

extension CuePoint.Position {
    /// Reads `start`, `end`, or a position that `TimeText` reads; `nil` for any other text.
    public init?(_ text: String) {
        switch text {
        case "start": self = .start
        case "end": self = .end
        default:
            guard let time = TimeText.position(text) else { return nil }
            self = .time(time)
        }
    }

    /// Text that the initializer reads, if the time is exact in decimals.
    public var text: String {
        switch self {
        case .time(let time): time == .zero ? "start" : TimeText.text(time)
        case .end: "end"
        }
    }
}

extension CuePoint: Codable {
    private enum CodingKeys: String, CodingKey { case time, id, duration, assetList }

    /// Decodes the JSON of jobs and plans: `time` is a fraction of seconds such as `25/2`, or `end`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        position =
            try fields.decode(String.self, forKey: .time) == "end"
            ? .end : .time(fields.decode(Rational.self, forKey: .time))
        id = try fields.decodeIfPresent(String.self, forKey: .id)
        duration = try fields.decodeIfPresent(Rational.self, forKey: .duration)
        assetList = try fields.decodeIfPresent(String.self, forKey: .assetList)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch position {
        case .time(let time): try fields.encode(time, forKey: .time)
        case .end: try fields.encode("end", forKey: .time)
        }
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encodeIfPresent(duration, forKey: .duration)
        try fields.encodeIfPresent(assetList, forKey: .assetList)
    }
}
