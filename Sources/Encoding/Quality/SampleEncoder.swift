internal import Errors
internal import LibAV
internal import MediaModel
internal import VideoCodecs

/// Encodes a sample without a ceiling, and measures its bits and its XPSNR.
///
/// The encoded frames are muxed and decoded as those of a package are. Every fifth frame is compared: their XPSNR needs one or two
/// frames before each only, and they are of all types, where every fourth frame often is a P-frame.
final class SampleEncoder: FrameConsumer {
    /// The distance of compared frames, and the first one: the IDR frame, one of 60 in a GOP, is none of them.
    private static let compared = (step: 5, first: 2)

    private let rung: RungPlan
    private let encoder: Encoder
    private let writer: VideoSegment
    private var sources: ComparedFrames
    private var bits = (key: 0, other: 0)
    private var keyFrames = 0
    private var frameCount = 0
    private var failure: (any Error)?
    /// The init segment and the segment, once they are finished.
    private var muxed: [[UInt8]]?

    init(_ rung: RungPlan, _ segment: SegmentPlan) throws {
        self.rung = rung
        encoder = try rung.encoder(rung.options)
        writer = try VideoSegment(encoder, rung, segment, fragmentIndex: 1)
        // A sample of one or two frames has its last one.
        let count = rung.frames(in: segment.frameCount)
        let first = min(Self.compared.first, count - 1)
        sources = ComparedFrames(
            Set(stride(from: first, to: count, by: Self.compared.step)), of: rung)
    }

    func take(_ frame: SharedFrame, number: Int) -> Bool {
        attempt {
            sources.take(frame.frame, number: number)
            frameCount += 1
            try encoder.encode(frame.forEncoder(number: number), write)
        }
    }

    func endSegment() -> Bool {
        attempt {
            try encoder.drain(write)
            let segment = try writer.finish()
            muxed = [segment.initialization, segment.bytes]
        }
    }

    func abandon() {}

    func finish() throws -> [SegmentResult] {
        if let failure { throw failure }
        return []
    }

    /// Returns the measurements; call it after `finish`.
    func sample() throws -> EncodedSample {
        guard let muxed else { throw InternalError("\(rung.name): no sample") }
        return EncodedSample(
            rung: rung.name, crf: rung.crf, frames: frameCount, keyFrames: keyFrames,
            keyBits: bits.key, otherBits: bits.other,
            xpsnr: SegmentQuality.decibels(try distortion(muxed)))
    }

    private func attempt(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            failure = error
            return false
        }
    }

    private func write(_ packet: borrowing Packet) throws {
        let size = packet.byteCount * 8
        if packet.isKey {
            keyFrames += 1
            bits.key += size
        } else {
            bits.other += size
        }
        try writer.write(packet)
    }

    /// Returns the mean distortion of the compared frames.
    private func distortion(_ muxed: [[UInt8]]) throws -> Double {
        let decoded = try EncodedFrames(muxed, name: rung.name)
        var distortions: [Double] = []
        for number in 0..<frameCount {
            guard let frame = try decoded.next() else { break }
            if let compared = sources.comparison(of: frame.frame, number: number) {
                distortions.append(compared.distortion)
            }
        }
        guard !distortions.isEmpty else {
            throw InternalError("\(rung.name): no frame was compared")
        }
        return distortions.reduce(0, +) / Double(distortions.count)
    }
}
