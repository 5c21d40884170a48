internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import VideoCodecs

/// One rendition's encoder on a thread of its own, behind a bounded channel of shared frames.
///
/// x264 and x265 run with one thread, whose bytes never vary; the renditions of a chunk run side by side instead.
final class RungEncoder: FrameConsumer {
    private enum Message {
        /// A picture and its number from the segment's start.
        case picture(SharedFrame, Int)
        case segmentEnds
    }

    /// Frames that the decoding thread may be ahead: enough to bridge an encoder's slow frames, few enough for memory.
    private static let capacity = 2

    private let channel = Channel<Message>(capacity: RungEncoder.capacity)
    private let outcome = Channel<Result<[SegmentResult], any Error>>(capacity: 1)
    /// The outcome was taken: the thread has ended.
    private var isOver = false

    /// Starts the encoder's thread.
    ///
    /// - Parameters:
    ///   - rung: The rendition.
    ///   - segments: In order; each has an encoder of its own.
    ///   - firstFragments: For each segment, one more than the fragments of all before it.
    ///   - store: Keeps a finished segment; called on the encoder's thread.
    init(
        _ rung: RungPlan, _ segments: [SegmentPlan], firstFragments: [Int],
        store:
            @escaping @Sendable (SegmentPlan, MuxedSegment, _ codec: String?) throws ->
            SegmentResult
    ) {
        let (channel, outcome) = (channel, outcome)
        let thread = Thread {
            let result = Result {
                try zip(segments, firstFragments).map { segment, first in
                    let (muxed, codec) = try Self.encode(segment, rung, first, from: channel)
                    return try store(segment, muxed, codec)
                }
            }
            channel.close()
            _ = outcome.send(result)
        }
        thread.name = "vt-\(rung.name)"
        thread.start()
    }

    deinit { channel.discard() }

    /// Ends the encoder and waits for its thread, which writes nothing any more then.
    func abandon() {
        guard !isOver else { return }
        channel.discard()
        _ = outcome.receive()
        isOver = true
    }

    /// Hands over a picture, numbered from the start of its segment; waits until the encoder has room.
    ///
    /// - Returns: False if the encoder gave up; `finish` says why.
    func take(_ frame: SharedFrame, number: Int) -> Bool { channel.send(.picture(frame, number)) }

    func endSegment() -> Bool { channel.send(.segmentEnds) }

    /// Waits for the last packet of the last segment.
    func finish() throws -> [SegmentResult] {
        channel.close()
        let result = outcome.receive()
        isOver = true
        return try result?.get() ?? []
    }

    private static func encode(
        _ segment: SegmentPlan, _ rung: RungPlan, _ firstFragment: Int,
        from channel: Channel<Message>
    ) throws -> (MuxedSegment, codec: String?) {
        let encoder = try Encoder(
            rung.codec.model.encoder,
            .video(size: rung.size, pixelFormat: "yuv420p", frameRate: rung.frameRate),
            options: EngineInfo.hasAVX512
                ? rung.codec.model.optionsForAVX512(rung.options) : rung.options,
            subject: rung.name)
        let writer = try VideoSegment(encoder, rung, segment, fragmentIndex: firstFragment)
        var budget = SegmentBudget(
            ceiling: rung.ceiling, crf: rung.crf, frameRate: rung.frameRate,
            frameCount: rung.frames(in: segment.frameCount))
        while let message = channel.receive() {
            switch message {
            case .picture(let shared, let number):
                let frame = try shared.frame.sharing()
                frame.presentationTime = number
                frame.forgetPictureType()
                frame.dropSideData()
                if rung.codec.model.adjustsRate, number > 0, number.isMultiple(of: rung.gop) {
                    encoder.setMaximumRate(budget.rate())
                }
                try encoder.encode(frame) { packet in
                    budget.spend(
                        bytes: packet.byteCount, quantizer: packet.predictedQuantizer)
                    try writer.write(packet)
                }
            case .segmentEnds:
                try encoder.drain(writer.write)
                let codec = rung.codec.model.codecString(configuration: encoder.configuration)
                return (try writer.finish(), codec)
            }
        }
        throw CancellationError()
    }
}
