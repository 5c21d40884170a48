internal import Errors
internal import MediaModel
internal import MediaUnits

extension TransportSegment.Unit {
    /// The frames from decode time to presentation time at the start of every segment: x264's maximum reordering, with a
    /// pyramid of B-frames (x264.h: i_bframe_pyramid), so that decode times continue over segments.
    private static let delay = 2

    /// Returns the video units of a segment, in decode order.
    package static func video(_ segment: FinishedSegment, frameRate: Rational, name: String)
        throws
        -> [Self]
    {
        guard let stream = H264Stream(configuration: segment.configuration) else {
            throw InternalError("\(name): no H.264 parameter sets")
        }
        let start = segment.samples.map(\.time).min() ?? .zero
        return try segment.samples.enumerated().map { index, sample in
            let decode = start + frameRate.inverse * (index - delay)
            guard let bytes = stream.accessUnit(sample.bytes, isKey: sample.isKey),
                decode <= sample.time
            else { throw InternalError("\(name): not an H.264 segment") }
            return Self(
                presentation: TransportClock.ticks(sample.time),
                decode: TransportClock.ticks(decode), isKey: sample.isKey, bytes: bytes)
        }
    }

    /// Returns the decode time of the first frame after a segment, in ticks.
    package static func end(of videoUnits: [Self], frameRate: Rational) -> Int {
        (videoUnits.last?.decode ?? 0) + (frameRate.inverse * TransportClock.rate).rounded
    }

    /// The AAC frames per PES packet, whose header and last transport packet cost up to 200 bytes: 0.17 s at 48 kHz.
    private static let framesPerPacket = 8

    /// Returns the audio units of a segment.
    package static func audio(_ segment: FinishedSegment, name: String) throws -> [Self] {
        guard let stream = AACStream(configuration: segment.configuration) else {
            throw InternalError("\(name): ADTS does not support its channels or sample rate")
        }
        let samples = segment.samples
        return try stride(from: 0, to: samples.count, by: framesPerPacket).map { first in
            let group = samples[first..<min(first + framesPerPacket, samples.count)]
            let bytes = try group.flatMap { sample in
                guard let frame = stream.frame(sample.bytes) else {
                    throw InternalError(
                        "\(name): a frame of \(sample.bytes.count) bytes is too long")
                }
                return frame
            }
            let time = TransportClock.ticks(samples[first].time)
            return Self(presentation: time, decode: time, isKey: false, bytes: bytes)
        }
    }
}
