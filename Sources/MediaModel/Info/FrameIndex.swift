package import MediaUnits

/// The presentation times of the frames of the video track, and the keyframes that decoding can start from.
package struct FrameIndex: Sendable {
    /// The length of a tick, in seconds.
    package let timeBase: Rational
    /// The presentation times in ticks, ascending, without duplicates.
    package let times: [Int]
    /// The duration of the last frame, in ticks.
    package let lastDuration: Int
    /// The keyframes in presentation order.
    package let keyframes: [Keyframe]
    /// Whether packets have usable times; otherwise each decoding starts at the beginning.
    package let isSeekable: Bool
    /// The number of packets without a frame of their own: before the start of an edit, or two at one time.
    package var hiddenPackets = 0

    package init(
        timeBase: Rational, times: [Int], lastDuration: Int, keyframes: [Keyframe],
        isSeekable: Bool, hiddenPackets: Int = 0
    ) {
        self.timeBase = timeBase
        self.times = times
        self.lastDuration = lastDuration
        self.keyframes = keyframes
        self.isSeekable = isSeekable
        self.hiddenPackets = hiddenPackets
    }

    /// The end of the last frame, in ticks.
    package var end: Int { (times.last ?? 0) + lastDuration }
}

/// A packet that decoding can start from, with a fingerprint that identifies it after a seek.
package struct Keyframe: Codable, Hashable, Sendable {
    /// The presentation time, in ticks; the decode time where the container has no other.
    package let presentationTime: Int
    /// The decode time, in ticks; `nil` if the container has none.
    package let decodeTime: Int?
    /// A hash of the packet's size and first bytes, or of its size alone if only the index was read.
    package let fingerprint: UInt64

    package init(
        presentationTime: Int,
        decodeTime: Int?,
        fingerprint: UInt64
    ) {
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.fingerprint = fingerprint
    }
}
