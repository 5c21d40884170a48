internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning
internal import Sandbox
internal import VideoCodecs

/// The encoder of one rendition, on its own thread behind a bounded channel of shared frames.
///
/// x264 and x265 run with one thread, which makes their output deterministic; the renditions of a chunk run in parallel.
final class RungEncoder: FrameConsumer {
    private enum Message {
        /// A frame and its number from the segment's start.
        case frame(SharedFrame, Int)
        case endSegment
    }

    /// The frames that the decoding thread may be ahead: enough for an encoder's slow frames, few enough for memory.
    private static let capacity = 2

    private let channel = Channel<Message>(capacity: RungEncoder.capacity)
    private let outcome = Channel<Result<[SegmentResult], any Error>>(capacity: 1)
    /// Whether the outcome was received; the thread has ended then.
    private var isFinished = false

    /// Starts the encoder's thread.
    ///
    /// - Parameters:
    ///   - rung: The rendition.
    ///   - segments: The segments in order; each is encoded by a new encoder.
    ///   - firstFragments: The number of each segment's first fragment in the rendition, counted from 1.
    ///   - samples: The frames of each segment that are compared with decoded ones; `nil` if the quality is not measured.
    ///   - stages: The CPU times of the chunk's work.
    ///   - store: Stores a finished segment; called on the encoder's thread.
    init(
        _ rung: RungPlan, _ segments: [SegmentPlan], firstFragments: [Int],
        samples: [QualitySamples]?,
        stages: StageTimes,
        store:
            @escaping @Sendable (
                SegmentPlan, MuxedSegment, _ codec: String?, [GOPQuality]?
            ) throws -> SegmentResult
    ) {
        let (channel, outcome) = (channel, outcome)
        let thread = Thread {
            let clock = StageClock(stages)
            let result = Result {
                try segments.indices.map { index in
                    let segment = segments[index]
                    let meter = samples.map { SegmentMeter(rung, $0[index]) }
                    let (muxed, codec) = try clock.measure(Stage.encode(rung.name)) {
                        try Self.encode(
                            segment, rung, firstFragments[index], meter, from: channel, clock)
                    }
                    // The encoder's memory is free now.
                    let quality = try clock.measure(Stage.quality) {
                        try meter?.measure([muxed.initialization, muxed.bytes])
                    }
                    return try clock.measure(Stage.package) {
                        try store(segment, muxed, codec, quality)
                    }
                }
            }
            channel.close()
            _ = outcome.send(result)
        }
        thread.name = "vt-\(rung.name)"
        thread.start()
    }

    deinit { channel.discard() }

    /// Stops the encoder and waits for its thread, after which no file is written.
    func abandon() {
        guard !isFinished else { return }
        channel.discard()
        _ = outcome.receive()
        isFinished = true
    }

    /// Sends a frame, numbered from the start of its segment, to the encoder; blocks while the channel is full.
    ///
    /// - Returns: False if the encoder failed; `finish` throws its error.
    func take(_ frame: SharedFrame, number: Int) -> Bool { channel.send(.frame(frame, number)) }

    func endSegment() -> Bool { channel.send(.endSegment) }

    /// Waits for the last packet of the last segment.
    func finish() throws -> [SegmentResult] {
        channel.close()
        let result = outcome.receive()
        isFinished = true
        return try result?.get() ?? []
    }

    private static func encode(
        _ segment: SegmentPlan, _ rung: RungPlan, _ firstFragment: Int, _ meter: SegmentMeter?,
        from channel: Channel<Message>, _ clock: StageClock
    ) throws -> (MuxedSegment, codec: String?) {
        let model = rung.codec.model
        var (rate, options) = Self.rate(of: segment, rung)
        let encoder = try rung.encoder(options, measuresErrors: meter != nil && model.reportsErrors)
        let writer = try VideoSegment(encoder, rung, segment, fragmentIndex: firstFragment)
        while let message = channel.receive() {
            switch message {
            case .frame(let shared, let number):
                if let meter {
                    clock.measure(Stage.quality) { meter.take(shared.frame, number: number) }
                }
                if model.adjustsRate, let maximum = rate.rate(before: number) {
                    encoder.setMaximumRate(maximum)
                }
                try encoder.encode(shared.forEncoder(number: number)) { packet in
                    meter?.take(packet)
                    rate.spend(
                        bytes: packet.byteCount, quantizer: packet.predictedQuantizer)
                    try clock.measure(Stage.package) { try writer.write(packet) }
                }
            case .endSegment:
                try encoder.drain { packet in
                    meter?.take(packet)
                    try clock.measure(Stage.package) { try writer.write(packet) }
                }
                let codec = model.codecString(configuration: encoder.configuration)
                return (try clock.measure(Stage.package) { try writer.finish() }, codec)
            }
        }
        throw CancellationError()
    }

    /// Returns the control of a segment's maximum rate, and the options of its encoder.
    static func rate(
        of segment: SegmentPlan, _ rung: RungPlan
    ) -> (any SegmentRate, options: [String: String]) {
        let frameCount = rung.frames(in: segment.frameCount)
        guard rung.point != nil else {
            let budget = SegmentBudget(
                ceiling: rung.ceiling, crf: rung.crf, frameRate: rung.frameRate,
                frameCount: frameCount)
            return (GOPRate(budget: budget, gop: rung.gop), rung.options)
        }
        let budget = FrameBudget(
            ceiling: rung.ceiling, buffer: rung.buffer, frameRate: rung.frameRate,
            frameCount: frameCount, adjustsRate: rung.codec.model.adjustsRate)
        let options = rung.codec.model.options(rung.options, bufferFill: budget.initialFill)
        return (budget, options)
    }
}
