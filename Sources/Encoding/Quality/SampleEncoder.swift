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
    private let segment: SegmentPlan
    private let encoder: Encoder
    private let writer: VideoSegment
    private let xpsnr: XPSNR
    /// The frames before the next one, the nearest first.
    private var earlier: [LumaPlane] = []
    /// The compared frames by their numbers, with their weights.
    private var sources: [Int: (luma: LumaPlane, weights: [Double])] = [:]
    private var bits = (key: 0, other: 0)
    private var frameCount = 0
    private var failure: (any Error)?
    /// The init segment and the segment, once they are finished.
    private var muxed: [[UInt8]]?

    init(_ rung: RungPlan, _ segment: SegmentPlan) throws {
        self.rung = rung
        self.segment = segment
        let model = rung.codec.model
        encoder = try Encoder(
            model.encoder,
            .video(size: rung.size, pixelFormat: "yuv420p", frameRate: rung.frameRate),
            options: EngineInfo.hasAVX512 ? model.optionsForAVX512(rung.options) : rung.options,
            subject: rung.name)
        writer = try VideoSegment(encoder, rung, segment, fragmentIndex: 1)
        xpsnr = XPSNR(size: rung.size, frameRate: rung.frameRate)
    }

    func take(_ frame: SharedFrame, number: Int) -> Bool {
        attempt {
            try prepareComparison(frame.frame, number)
            let own = try frame.frame.sharing()
            own.presentationTime = number
            own.clearPictureType()
            own.dropSideData()
            frameCount += 1
            try encoder.encode(own, write)
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
            rung: rung.name, crf: rung.crf, frames: frameCount, keyBits: bits.key,
            otherBits: bits.other, xpsnr: SegmentQuality.decibels(try distortion(muxed)))
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
        if packet.isKey { bits.key += size } else { bits.other += size }
        try writer.write(packet)
    }

    private func prepareComparison(_ frame: borrowing Frame, _ number: Int) throws {
        let step = Self.compared.step
        // A sample of one or two frames has its last one.
        let first = min(Self.compared.first, rung.frames(in: segment.frameCount) - 1)
        let isCompared = number % step == first
        let isNeeded = (1...xpsnr.predecessors).contains { (number + $0) % step == first }
        guard isCompared || isNeeded else { return }
        guard let luma = LumaPlane(frame) else { throw InternalError("\(rung.name): no luma") }
        if isCompared { sources[number] = (luma, xpsnr.weights(of: luma, after: earlier)) }
        earlier = Array(([luma] + earlier).prefix(xpsnr.predecessors))
    }

    /// Returns the mean distortion of the compared frames.
    private func distortion(_ muxed: [[UInt8]]) throws -> Double {
        let decoded = try EncodedFrames(muxed, name: rung.name)
        var (sum, count, number) = (0.0, 0, 0)
        while count < sources.count, let frame = try decoded.next() {
            if let source = sources[number], let luma = LumaPlane(frame.frame) {
                sum += xpsnr.distortion(of: luma, from: source.luma, weights: source.weights)
                count += 1
            }
            number += 1
        }
        guard count > 0 else { throw InternalError("\(rung.name): no frame was compared") }
        return sum / Double(count)
    }
}
