/// A codec of video renditions, which presets and plans name.
///
/// A new codec needs a file with its `VideoCodecModel` and an entry of `all`; no other module distinguishes codecs.
public struct VideoCodec: Sendable {
    /// The properties in which codecs differ.
    public let model: any VideoCodecModel

    public init(_ model: any VideoCodecModel) { self.model = model }

    public static let h264 = VideoCodec(H264())
    public static let hevc = VideoCodec(HEVC())

    /// The codec of presets that name none.
    public static let `default` = h264

    /// The codecs that presets may name; those that more players support come first.
    ///
    /// The value is task-local so that a test can register a codec for the duration of a closure.
    @TaskLocal public static var all = [h264, hevc]

    /// Returns the titles of the codecs that satisfy a predicate, as a choice: "H.264 or HEVC".
    public static func titles(where isIncluded: (any VideoCodecModel) -> Bool) -> String {
        let titles = all.map(\.model).filter(isIncluded).map(\.title)
        guard let last = titles.last, titles.count > 1 else { return titles.joined() }
        return titles.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Returns the codec of a stream.
    ///
    /// - Parameter streamCodec: libav's name, such as `h264`.
    /// - Returns: `nil` if renditions are never of that codec.
    public static func ofStream(_ streamCodec: String) -> VideoCodec? {
        all.first { $0.model.streamCodec == streamCodec }
    }

    /// Returns the codec of a codec string (RFC 6381), such as `avc1.640028`; `nil` if it is of no video codec of renditions.
    public static func of(codecString: String) -> VideoCodec? {
        let entry = codecString.prefix { $0 != "." }
        return all.first { $0.model.readableSampleEntries.contains(String(entry)) }
    }
}

extension VideoCodec: Hashable {
    public static func == (a: VideoCodec, b: VideoCodec) -> Bool { a.model.name == b.model.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(model.name) }
}

extension VideoCodec: CaseIterable {
    public static var allCases: [VideoCodec] { all }
}

extension VideoCodec: RawRepresentable {
    /// The name in presets, plans and JSON, such as `h264`.
    public var rawValue: String { model.name }

    public init?(rawValue: String) {
        guard let codec = Self.all.first(where: { $0.model.name == rawValue }) else { return nil }
        self = codec
    }
}

/// A codec is encoded as its name; decoding fails for a name that is not registered.
extension VideoCodec: Codable {}
