internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Puts decoded audio on the package's timeline: sample 0 is time 0, gaps become silence, the length is the plan's.
///
/// Samples pass two filter graphs: `conversion`, made anew when the track's format changes, and `queue`, which splits all
/// converted samples into the encoder's frames, so that a change of format leaves no short frame in the middle.
final class AudioTimeline {
    private let plan: AudioPlan
    private let frameSize: Int
    /// The gain, in dB.
    private let gain: Double
    private var conversion: FilterGraph?
    /// The format that `conversion` was made for; a track may change its sample rate or channels.
    private var format: Frame.SampleForm?
    /// The graph that splits samples into the encoder's frames and trims to the plan's length; made with the first sample.
    private var queue: FilterGraph?
    private let converted: Frame
    private let output: Frame
    /// The samples converted so far, some of which may still be in `queue`.
    private(set) var convertedCount = 0
    /// The samples passed on so far.
    private var sampleCount = 0

    init(_ plan: AudioPlan, frameSize: Int, gain: Double = 0) throws {
        self.plan = plan
        self.frameSize = frameSize
        self.gain = gain
        converted = try Frame()
        output = try Frame()
    }

    var isComplete: Bool { convertedCount >= plan.sampleCount }

    /// Converts decoded samples and passes on full frames.
    ///
    /// - Parameters:
    ///   - frame: The decoded samples.
    ///   - time: The package time of the first sample, in seconds; may be negative.
    ///   - body: Borrows each full frame.
    /// - Throws: `LibAVError`, and the errors of `body`.
    func take(
        _ frame: borrowing Frame, at time: Rational, _ body: (borrowing Frame) throws -> Void
    ) throws {
        guard !isComplete else { return }
        let format = frame.sampleForm
        if queue == nil { queue = try makeQueue(frame) }
        if conversion == nil || format != self.format {
            try endConversion(body)
            self.format = format
            conversion = try makeConversion(frame)
        }
        let shared = try frame.sharing()
        shared.presentationTime = (time * format.rate).rounded
        try conversion?.push(shared)
        try convert(body)
    }

    /// Passes on the remaining samples, and silence up to the planned length.
    func finish(_ body: (borrowing Frame) throws -> Void) throws {
        if queue == nil {
            let silence = try Frame.silence(
                sampleCount: 1, sampleRate: plan.sampleRate, channels: plan.channels)
            try take(silence, at: .zero, body)
        }
        try endConversion(body)
        try queue?.end()
        try pull(body)
        queue = nil
        guard sampleCount == plan.sampleCount else {
            throw InternalError("\(sampleCount) samples of \(plan.sampleCount)")
        }
    }

    // MARK: Graphs

    private var layout: String {
        plan.channels == 1 ? "mono" : plan.channels == 2 ? "stereo" : "\(plan.channels)c"
    }

    private var planned: String {
        "aformat=sample_fmts=fltp:sample_rates=\(plan.sampleRate):channel_layouts=\(layout)"
    }

    private func makeConversion(_ frame: borrowing Frame) throws -> FilterGraph {
        // `first_pts` is in input samples, since swr_init multiplies it by the output rate.
        let first = (Rational(convertedCount, plan.sampleRate) * frame.sampleRate).rounded
        // Differences between timestamps and sample counts of 10 ms or more, which no rounding of timestamps reaches,
        // are filled with silence or dropped at once. Stretching (async above 1) bends the pitch for a second after
        // each gap and shifts the audio by 30 ms (measured).
        return try graph(
            "\(pan(frame.channelCount))aresample=\(plan.sampleRate):async=1:min_hard_comp=0.01"
                + ":first_pts=\(first):rematrix_maxval=\(largestMix):out_sample_fmt=fltp"
                + ":out_chlayout=\(layout),\(planned)", for: frame)
    }

    /// The filters from mono to stereo and from stereo to mono, mixed as in the Web Audio API and browsers.
    ///
    /// libswresample follows ITU-R BS.775, in which mono is 3 dB lower on each side and so quieter than unmixed mono.
    private func pan(_ channels: Int) -> String {
        switch (channels, plan.channels) {
        case (1, 2): "aformat=sample_fmts=fltp,pan=stereo|c0=c0|c1=c0,"
        case (2, 1): "aformat=sample_fmts=fltp,pan=mono|c0=0.5*c0+0.5*c1,"
        default: ""
        }
    }

    /// The sum to which libswresample scales the weights of a mixed channel; 0 leaves the weights unscaled.
    ///
    /// Samples are floats, which no stage clips: with a measured level, BS.775's weights stay and the gain makes room for
    /// the peaks. Otherwise (a track that has more channels only later) no mix can come nearer than 1 dB to full scale,
    /// which leaves room for what coding adds.
    private var largestMix: Double { plan.loudnessTarget == nil ? 0.891 : 0 }

    private func makeQueue(_ frame: borrowing Frame) throws -> FilterGraph {
        // A template frame in the planned format; padded, since the conversion may drop all samples of this frame.
        let sample = try graph("\(planned),apad=whole_len=1", for: frame)
        try sample.push(frame)
        try sample.end()
        let template = try Frame()
        guard try sample.pull(into: template) else { throw InternalError("no sample converted") }
        let count = plan.sampleCount
        let queue = try graph(
            "\(planned),\(volume)apad=whole_len=\(count),atrim=end_sample=\(count)",
            for: template)
        queue.setFrameSize(frameSize)
        return queue
    }

    private var volume: String { gain == 0 ? "" : "volume=\(gain)dB:precision=float," }

    private func graph(_ filters: String, for frame: borrowing Frame) throws -> FilterGraph {
        try FilterGraph(
            "[in]\(filters)[out0]", for: frame, isVideo: false,
            timeBase: Rational(1, frame.sampleRate), outputs: 1)
    }

    // MARK: Samples

    private func endConversion(_ body: (borrowing Frame) throws -> Void) throws {
        try conversion?.end()
        try convert(body)
        conversion = nil
    }

    private func convert(_ body: (borrowing Frame) throws -> Void) throws {
        // After the plan's end the queue is closed.
        while try !isComplete && conversion?.pull(into: converted) ?? false {
            try converted.silenceImpossibleSamples()
            converted.presentationTime = convertedCount
            convertedCount += converted.sampleCount
            try queue?.push(converted)
            try pull(body)
        }
    }

    private func pull(_ body: (borrowing Frame) throws -> Void) throws {
        while try queue?.pull(into: output) ?? false {
            output.presentationTime = sampleCount
            sampleCount += output.sampleCount
            try body(output)
        }
    }
}
