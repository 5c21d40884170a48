internal import LibAV
internal import MediaUnits

/// Puts decoded sound on the package's time: sample 0 is time 0, gaps are silence, the length is the plan's.
final class AudioTimeline {
    private let plan: AudioPlan
    private let frameSize: Int
    private var graph: FilterGraph?
    /// What `graph` was made for: a track may change its rate or channels on the way.
    private var format = (rate: 0, channels: 0)
    private let output: Frame
    /// Samples handed on so far.
    private(set) var sampleCount = 0

    init(_ plan: AudioPlan, frameSize: Int) throws {
        self.plan = plan
        self.frameSize = frameSize
        output = try Frame()
    }

    var isComplete: Bool { sampleCount >= plan.sampleCount }

    /// Takes decoded samples.
    ///
    /// The time is in seconds of the package's time: when the first one is due; it may be below 0.
    func take(
        _ frame: borrowing Frame, at time: Rational, _ body: (borrowing Frame) throws -> Void
    ) throws {
        let format = (rate: frame.sampleRate, channels: frame.channelCount)
        if graph == nil || format != self.format {
            try endGraph(body)
            self.format = format
            graph = try makeGraph(frame)
        }
        let shared = try frame.sharing()
        shared.presentationTime = (time * format.rate).rounded
        try graph?.push(shared)
        try pull(body)
    }

    /// Hands on what is left, and silence up to the planned length.
    func finish(_ body: (borrowing Frame) throws -> Void) throws {
        try endGraph(body)
        guard sampleCount == plan.sampleCount else {
            throw PackagingFault("\(sampleCount) samples of \(plan.sampleCount)")
        }
    }

    private func makeGraph(_ frame: borrowing Frame) throws -> FilterGraph {
        let rest = plan.sampleCount - sampleCount
        let layout =
            plan.channels == 1 ? "mono" : plan.channels == 2 ? "stereo" : "\(plan.channels)c"
        let filters = [
            // Timestamps rule: from 10 ms on, which no rounding of timestamps reaches, what is missing becomes silence
            // and what is too much is dropped, at once. Stretching (async above 1) bends the pitch for a second after
            // each gap, and puts the sound 30 ms off (measured). A downmix is scaled so that it cannot clip.
            "aresample=\(plan.sampleRate):async=1:min_hard_comp=0.01"
                + ":first_pts=\(sampleCount):rematrix_maxval=1.0:out_sample_fmt=fltp:out_chlayout=\(layout)",
            "aformat=sample_fmts=fltp:sample_rates=\(plan.sampleRate):channel_layouts=\(layout)",
            "apad=whole_len=\(rest)", "atrim=end_sample=\(rest)",
        ]
        let graph = try FilterGraph(
            "[in]" + filters.joined(separator: ",") + "[out0]", for: frame, isVideo: false,
            timeBase: Rational(1, frame.sampleRate), outputs: 1)
        graph.setFrameSize(frameSize)
        return graph
    }

    private func endGraph(_ body: (borrowing Frame) throws -> Void) throws {
        try graph?.end()
        try pull(body)
        graph = nil
    }

    private func pull(_ body: (borrowing Frame) throws -> Void) throws {
        while try graph?.pull(into: output) ?? false {
            output.presentationTime = sampleCount
            sampleCount += output.sampleCount
            try body(output)
        }
    }
}
