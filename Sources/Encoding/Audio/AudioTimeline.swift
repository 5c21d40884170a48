internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Puts decoded sound on the package's time: sample 0 is time 0, gaps are silence, the length is the plan's.
///
/// Two graphs follow one another: one for each format that the track takes on its way converts it, and one behind them
/// all cuts what they give into the encoder's frames, so that a change of format leaves no short frame in the middle.
final class AudioTimeline {
    private let plan: AudioPlan
    private let frameSize: Int
    /// dB.
    private let gain: Double
    private var conversion: FilterGraph?
    /// What `conversion` was made for: a track may change its rate or channels on the way.
    private var format: Frame.SampleForm?
    /// Cuts to the encoder's frames and the plan's length; there from the first sample on.
    private var queue: FilterGraph?
    private let converted: Frame
    private let output: Frame
    /// Samples converted so far, some of which `queue` may still hold.
    private(set) var convertedCount = 0
    /// Samples handed on so far.
    private var sampleCount = 0

    init(_ plan: AudioPlan, frameSize: Int, gain: Double = 0) throws {
        self.plan = plan
        self.frameSize = frameSize
        self.gain = gain
        converted = try Frame()
        output = try Frame()
    }

    var isComplete: Bool { convertedCount >= plan.sampleCount }

    /// Takes decoded samples.
    ///
    /// The time is in seconds of the package's time: when the first one is due; it may be below 0.
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

    /// Hands on what is left, and silence up to the planned length: all of it, if nothing could be decoded.
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
            throw PackagingFault("\(sampleCount) samples of \(plan.sampleCount)")
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
        // libswresample counts the first time in samples of what goes in (swr_init multiplies it by the other rate).
        let first = (Rational(convertedCount, plan.sampleRate) * frame.sampleRate).rounded
        // Timestamps rule: from 10 ms on, which no rounding of timestamps reaches, what is missing becomes silence
        // and what is too much is dropped, at once. Stretching (async above 1) bends the pitch for a second after
        // each gap, and puts the sound 30 ms off (measured).
        return try graph(
            "\(pan(frame.channelCount))aresample=\(plan.sampleRate):async=1:min_hard_comp=0.01"
                + ":first_pts=\(first):rematrix_maxval=\(largestMix):out_sample_fmt=fltp"
                + ":out_chlayout=\(layout),\(planned)", for: frame)
    }

    /// How one and two channels become two and one (the channel mixing of the Web Audio API, as browsers do it).
    ///
    /// libswresample follows ITU-R BS.775, which puts mono 3 dB lower on each side: lower than where it is played as it is.
    private func pan(_ channels: Int) -> String {
        switch (channels, plan.channels) {
        case (1, 2): "aformat=sample_fmts=fltp,pan=stereo|c0=c0|c1=c0,"
        case (2, 1): "aformat=sample_fmts=fltp,pan=mono|c0=0.5*c0+0.5*c1,"
        default: ""
        }
    }

    /// The sum that libswresample scales the weights of a mixed channel down to; 0: it leaves them as they are.
    ///
    /// Samples are floats, which nothing clips: with a measured level, BS.775's weights stay and the gain makes room for
    /// the peaks. Otherwise (a track that has more channels only later) no mix can come nearer than 1 dB to full scale,
    /// which leaves room for what coding adds.
    private var largestMix: Double { plan.loudnessTarget == nil ? 0.891 : 0 }

    private func makeQueue(_ frame: borrowing Frame) throws -> FilterGraph {
        // A frame as the conversions will give them, whatever they drop of this one: at least one sample is made.
        let sample = try graph("\(planned),apad=whole_len=1", for: frame)
        try sample.push(frame)
        try sample.end()
        let template = try Frame()
        guard try sample.pull(into: template) else { throw PackagingFault("no sample converted") }
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
        // Behind the plan's end the queue is closed.
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
