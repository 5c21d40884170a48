public import MediaUnits

/// Levels of a codec by their names, such as "4.0"; all that is decided by them is decided here and
/// in `LevelRange`.
extension VideoCodec {
    /// The lowest first.
    var levels: [String] {
        switch self {
        case .h264: H264Level.allCases.map(\.rawValue)
        case .hevc: HEVCLevel.allCases.map(\.rawValue)
        }
    }

    /// The highest level that a wide picture raises a rung to, chosen because the players that play
    /// 1080p play it (HLS Authoring Specification, 1.3: H.264 up to 4.2).
    var highestRaisedLevel: String {
        switch self {
        case .h264: H264Level.level42.rawValue
        case .hevc: HEVCLevel.level41.rawValue
        }
    }

    /// Whether a level holds pictures of that size (pixels) at that rate (frames per second).
    ///
    /// - Returns: `true` for what is no level of the codec.
    func level(_ level: String, holds size: Resolution, frameRate: Rational) -> Bool {
        switch self {
        case .h264: H264Level(rawValue: level)?.fits(size, frameRate: frameRate) ?? true
        case .hevc: HEVCLevel(rawValue: level)?.fits(size, frameRate: frameRate) ?? true
        }
    }

    /// What a level allows a profile: bits per second, and bits of the decoder's buffer.
    ///
    /// - Returns: `nil` for what is no level of the codec.
    func bits(of level: String, _ profile: Profile) -> (rate: Bitrate, buffer: Int)? {
        switch self {
        case .h264:
            H264Level(rawValue: level).map {
                (profile.maxBitrate(at: $0), profile.maxBufferSize(at: $0))
            }
        case .hevc: HEVCLevel(rawValue: level).map { ($0.maxBitrate, $0.maxBufferSize) }
        }
    }

    /// Whether a level allows a profile so many bits.
    func level(_ level: String, _ profile: Profile, allows maxrate: Bitrate, bufsize: Int) -> Bool {
        bits(of: level, profile).map { maxrate <= $0.rate && bufsize <= $0.buffer } ?? true
    }

    /// Reference pictures of a size that a decoder of a level has room for.
    ///
    /// - Returns: `nil` for what is no level of H.264: options ask for none with other codecs.
    public func maxReferences(of size: Resolution, at level: String) -> Int? {
        switch self {
        case .h264: H264Level(rawValue: level)?.maxReferences(of: size)
        case .hevc: nil
        }
    }

    /// The first level that a test takes; the highest where it takes none.
    func lowestLevel(_ isEnough: (String) -> Bool) -> String {
        levels.first(where: isEnough) ?? levels[levels.count - 1]
    }

    /// Compares two levels; what is no level of the codec is below none.
    func level(_ level: String, isBelow other: String) -> Bool {
        guard let index = levels.firstIndex(of: level), let other = levels.firstIndex(of: other)
        else { return false }
        return index < other
    }
}
