import MediaUnits

/// Levels of a codec by their names, such as "4.0"; all that is decided by them is decided here.
extension VideoCodec {
    /// The lowest first.
    var levels: [String] {
        switch self {
        case .h264: H264Level.allCases.map(\.rawValue)
        case .hevc: HEVCLevel.allCases.map(\.rawValue)
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

    func level(_ level: String, isBelow other: String) -> Bool {
        guard let index = levels.firstIndex(of: level), let other = levels.firstIndex(of: other)
        else { return false }
        return index < other
    }
}
