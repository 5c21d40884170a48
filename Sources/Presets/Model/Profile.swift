import MediaUnits

/// A set of H.264's coding tools that a decoder must know.
public enum Profile: String, CaseIterable, Codable, Sendable {
    /// Constrained Baseline: no B-frames, no CABAC; for the oldest telephones.
    case baseline
    case main
    /// Adds the 8x8 transform: smaller for the same quality, known to everything since about 2010.
    case high
}

extension Profile {
    /// What the level allows this profile: 1.25 times as much for High (ITU-T H.264, table A-2,
    /// cpbBrVclFactor).
    func maxBitrate(at level: H264Level) -> Bitrate {
        Bitrate(bitsPerSecond: scaled(level.maxBitrate.bitsPerSecond))
    }

    /// Bits; scaled as the bit rate is.
    func maxBufferSize(at level: H264Level) -> Int { scaled(level.maxBufferSize) }

    private func scaled(_ value: Int) -> Int { self == .high ? value / 4 * 5 : value }
}
