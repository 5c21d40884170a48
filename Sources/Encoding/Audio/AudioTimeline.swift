internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Puts decoded audio on the package's timeline: sample 0 is time 0, gaps become silence, the length is the plan's.
///
/// A timeline of a part of the track yields the same samples as one of the whole track, if the plan has a clock: conversion then
/// starts at an input sample whose time is that of an output sample.
///
/// Samples pass two filter graphs: `conversion`, made anew when the track's format changes, and `queue`, which splits all
/// converted samples into the encoder's frames, so that a change of format leaves no short frame in the middle.
final class AudioTimeline {
    private let plan: AudioPlan
    /// The sample numbers that are passed on.
    private let samples: Range<Int>
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
    /// The sample number at the end of the samples converted so far, some of which may still be in `queue`.
    private(set) var convertedEnd: Int
    /// The sample number at the end of the samples passed on so far.
    private var end: Int

    /// Creates a timeline.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - samples: The sample numbers to pass on; `nil` for all. Others need the clock of the plan.
    ///   - frameSize: The samples of a frame.
    ///   - gain: The gain, in dB.
    /// - Throws: `LibAVError`.
    init(
        _ plan: AudioPlan, samples: Range<Int>? = nil, frameSize: Int, gain: Double = 0
    ) throws {
        self.plan = plan
        self.samples = samples ?? 0..<plan.sampleCount
        convertedEnd = self.samples.lowerBound
        end = self.samples.lowerBound
        self.frameSize = frameSize
        self.gain = gain
        converted = try Frame()
        output = try Frame()
    }

    var isComplete: Bool { convertedEnd >= samples.upperBound }

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
        if queue == nil {
            convertedEnd = anchor(format.rate)
            queue = try makeQueue(frame)
        }
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
            try take(silence, at: Rational(samples.lowerBound, plan.sampleRate), body)
        }
        try endConversion(body)
        try queue?.end()
        try pull(body)
        queue = nil
        guard end == samples.upperBound else {
            throw InternalError("\(end - samples.lowerBound) samples of \(samples.count)")
        }
    }

    // MARK: Graphs

    private var layout: String {
        plan.channels == 1 ? "mono" : plan.channels == 2 ? "stereo" : "\(plan.channels)c"
    }

    private var planned: String {
        "aformat=sample_fmts=fltp:sample_rates=\(plan.sampleRate):channel_layouts=\(layout)"
    }

    /// The samples by which conversion starts early, as a divisor of the sample rate: a tenth of a second, chosen as a hundred
    /// times the length of the resampler's filter.
    private static let conversionRunUp = 10

    /// Returns the last sample number, before the run-up of conversion, whose time is that of a sample at another rate.
    private func anchor(_ rate: Int) -> Int {
        let period = Rational(plan.sampleRate, rate).numerator
        let latest = samples.lowerBound - plan.sampleRate / Self.conversionRunUp
        return max(0, latest) / period * period
    }

    private func makeConversion(_ frame: borrowing Frame) throws -> FilterGraph {
        // `first_pts` is in input samples, since swr_init multiplies it by the output rate.
        let first = (Rational(convertedEnd, plan.sampleRate) * frame.sampleRate).rounded
        // Times by a clock are exact: the first sample is neither rounded to the output's samples, nor up to a millisecond off.
        let (start, compensation) =
            plan.clock == nil ? ("", "") : ("atrim=start_pts=\(first),", ":min_comp=0")
        // Differences between timestamps and sample counts of 10 ms or more, which no rounding of timestamps reaches,
        // are filled with silence or dropped at once. Stretching (async above 1) bends the pitch for a second after
        // each gap and shifts the audio by 30 ms (measured).
        return try graph(
            "\(start)\(pan(frame.channelCount))aresample=\(plan.sampleRate)"
                + ":async=1\(compensation):min_hard_comp=0.01:first_pts=\(first):rematrix_maxval=\(largestMix):out_sample_fmt=fltp"
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
        let skipped = samples.lowerBound - convertedEnd
        let count = samples.upperBound - convertedEnd
        let queue = try graph(
            "\(planned),\(volume)apad=whole_len=\(count)"
                + ",atrim=start_sample=\(skipped):end_sample=\(count)",
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
            converted.presentationTime = convertedEnd
            convertedEnd += converted.sampleCount
            try queue?.push(converted)
            try pull(body)
        }
    }

    private func pull(_ body: (borrowing Frame) throws -> Void) throws {
        while try queue?.pull(into: output) ?? false {
            output.presentationTime = end
            end += output.sampleCount
            try body(output)
        }
    }
}
