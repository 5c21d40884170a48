internal import Errors
internal import MediaModel
internal import MediaUnits

extension TransportSegment.Unit {
    /// Frames that a picture is decoded before it is shown, in every segment: what x264 reorders at most, with a pyramid
    /// of B-pictures (x264.h: i_bframe_pyramid), so that decode times go on over segments as frames do.
    private static let delay = 2

    /// The pictures of a segment, in decode order.
    package static func pictures(_ segment: FinishedSegment, frameRate: Rational, name: String)
        throws
        -> [Self]
    {
        guard let stream = H264Stream(configuration: segment.configuration) else {
            throw InternalError("\(name): no parameter sets")
        }
        let start = segment.samples.map(\.time).min() ?? .zero
        return try segment.samples.enumerated().map { index, sample in
            let decode = start + frameRate.inverse * (index - delay)
            guard let bytes = stream.accessUnit(sample.bytes, isKey: sample.isKey),
                decode <= sample.time
            else { throw InternalError("\(name): not a segment of H.264") }
            return Self(
                presentation: TransportClock.ticks(sample.time),
                decode: TransportClock.ticks(decode), isKey: sample.isKey, bytes: bytes)
        }
    }

    /// When the first picture behind a segment is decoded, in ticks.
    package static func end(of pictures: [Self], frameRate: Rational) -> Int {
        (pictures.last?.decode ?? 0) + (frameRate.inverse * TransportClock.rate).rounded
    }

    /// Frames that share a PES packet, whose header and last transport packet cost up to 200 bytes: 0.17 s of 48 kHz.
    private static let framesTogether = 8

    /// The sound of a segment.
    package static func audioTracks(_ segment: FinishedSegment, name: String) throws -> [Self] {
        guard let stream = AACStream(configuration: segment.configuration) else {
            throw InternalError("\(name): channels or rate that MPEG-TS cannot say")
        }
        let samples = segment.samples
        return try stride(from: 0, to: samples.count, by: framesTogether).map { first in
            let together = samples[first..<min(first + framesTogether, samples.count)]
            let bytes = try together.flatMap { sample in
                guard let frame = stream.frame(sample.bytes) else {
                    throw InternalError("\(name): a frame of \(sample.bytes.count) bytes")
                }
                return frame
            }
            let time = TransportClock.ticks(samples[first].time)
            return Self(presentation: time, decode: time, isKey: false, bytes: bytes)
        }
    }
}
