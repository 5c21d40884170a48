internal import Errors
internal import LibAV
internal import MediaModel
internal import VideoCodecs

/// Encodes a sample without a ceiling, and measures its bits and its XPSNR.
///
/// The encoded frames are muxed and decoded as those of a package are, and every fifth frame is compared: XPSNR needs one or two
/// frames before each only.
final class SampleEncoder: FrameConsumer {
    /// The first of the compared frames, at the least distance from an IDR frame that any frame rate needs.
    private static let firstCompared = 2

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
        sources = ComparedFrames(
            Self.comparedFrames(
                of: rung.frames(in: segment.frameCount), gop: rung.gop,
                predecessors: XPSNR(size: rung.size, frameRate: rung.frameRate).predecessors),
            of: rung)
    }

    /// Returns the compared frames, by their numbers from the sample's start.
    ///
    /// Frames whose predecessors are in the GOP before would count as changes from black.
    ///
    /// - Parameters:
    ///   - count: The number of frames of the sample.
    ///   - gop: The number of frames of a GOP.
    ///   - predecessors: The number of frames before a compared one that its weights depend on.
    /// - Returns: Every fifth frame, or the last one if none of these has its predecessors.
    static func comparedFrames(of count: Int, gop: Int, predecessors: Int) -> Set<Int> {
        let frames = stride(from: firstCompared, to: count, by: EncodedSample.comparedInterval)
            .filter { $0 % gop >= predecessors }
        return frames.isEmpty ? [count - 1] : Set(frames)
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
