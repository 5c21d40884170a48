internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// A graph of libavfilter's filters, with inputs for frames of one format and any number of outputs.
///
/// Confined to the thread that created it. Owns its `AVFilterGraph`. The text names its input `[in]`, further ones `[in1]`,
/// `[in2]` …, and its outputs `[out0]`, `[out1]` …, each of which ends in `format=` or `aformat=`, so that the output does not
/// depend on negotiation by libavfilter.
public final class FilterGraph {
    private var raw: UnsafeMutablePointer<AVFilterGraph>?
    private let sources: [UnsafeMutablePointer<AVFilterContext>]
    private let sinks: [UnsafeMutablePointer<AVFilterContext>]
    private let text: String

    /// Whether this build of libavfilter has a filter of that name.
    public static func isAvailable(_ name: String) -> Bool { avfilter_get_by_name(name) != nil }

    /// Creates a graph for frames of the format of a given one.
    ///
    /// - Parameters:
    ///   - text: A graph description of libavfilter.
    ///   - frame: A frame with the size and format of those that are pushed; not retained.
    ///   - isVideo: True for video, false for audio.
    ///   - timeBase: The time base of pushed timestamps.
    ///   - inputs: The number of inputs in the text.
    ///   - outputs: The number of outputs in the text.
    /// - Throws: `LibAVError`, with the text as its subject, if libavfilter rejects it.
    public init(
        _ text: String, for frame: borrowing Frame, isVideo: Bool, timeBase: Rational,
        inputs: Int = 1, outputs: Int
    ) throws(LibAVError) {
        var graph = avfilter_graph_alloc()
        guard let owned = graph else {
            throw LibAVError("avfilter_graph_alloc", text, vt_error_no_memory)
        }
        owned.pointee.nb_threads = 1
        // For conversions that libavfilter inserts: the same bytes on every x86-64 host.
        owned.pointee.scale_sws_opts = av_strdup("flags=bicubic+accurate_rnd")
        do throws(LibAVError) {
            var sources: [UnsafeMutablePointer<AVFilterContext>] = []
            for index in 0..<inputs {
                sources.append(
                    try Self.makeSource(
                        owned, Self.name(ofInput: index), frame, isVideo: isVideo,
                        timeBase: timeBase))
            }
            var sinks: [UnsafeMutablePointer<AVFilterContext>] = []
            for index in 0..<outputs {
                var sink: UnsafeMutablePointer<AVFilterContext>?
                try check(
                    avfilter_graph_create_filter(
                        &sink, avfilter_get_by_name(isVideo ? "buffersink" : "abuffersink"),
                        "out\(index)", nil, nil, owned),
                    "avfilter_graph_create_filter", text)
                sinks.append(sink!)
            }
            try Self.link(owned, text, sources, sinks)
            self.sources = sources
            self.sinks = sinks
        } catch {
            avfilter_graph_free(&graph)
            throw error
        }
        raw = owned
        self.text = text
    }

    deinit { avfilter_graph_free(&raw) }

    /// Pushes a frame to an input; the frame stays the caller's, and its buffers are shared.
    public func push(_ frame: borrowing Frame, to input: Int = 0) throws(LibAVError) {
        try check(
            av_buffersrc_add_frame_flags(
                sources[input], frame.raw, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)),
            "av_buffersrc_add_frame", text)
    }

    /// Signals the end of the stream on all inputs.
    public func end() throws(LibAVError) {
        for source in sources {
            try check(av_buffersrc_add_frame_flags(source, nil, 0), "av_buffersrc_add_frame", text)
        }
    }

    /// Pulls the next frame of an output, in place of the frame's content.
    ///
    /// - Returns: False if no frame is available now.
    public func pull(from output: Int = 0, into frame: borrowing Frame) throws(LibAVError) -> Bool {
        frame.clear()
        let result = av_buffersink_get_frame(sinks[output], frame.raw)
        if result == vt_error_again || result == vt_error_end_of_file { return false }
        try check(result, "av_buffersink_get_frame", text)
        return true
    }

    /// Sets the number of samples per frame of an output, as an audio encoder requires it; the last frame may have fewer.
    public func setFrameSize(_ samples: Int, of output: Int = 0) {
        av_buffersink_set_frame_size(sinks[output], UInt32(samples))
    }

    /// The time base of an output's timestamps.
    public func timeBase(of output: Int = 0) -> Rational {
        Rational(positive: av_buffersink_get_time_base(sinks[output])) ?? Rational(1)
    }

    private static func name(ofInput index: Int) -> String { index == 0 ? "in" : "in\(index)" }

    private static func makeSource(
        _ graph: UnsafeMutablePointer<AVFilterGraph>, _ name: String, _ frame: borrowing Frame,
        isVideo: Bool, timeBase: Rational
    ) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
        let filter = isVideo ? "buffer" : "abuffer"
        let source = try allocated(
            avfilter_graph_alloc_filter(graph, avfilter_get_by_name(filter), name),
            "avfilter_graph_alloc_filter", filter)
        var parameters = av_buffersrc_parameters_alloc()
        defer { av_freep(&parameters) }
        guard let parameters else {
            throw LibAVError("av_buffersrc_parameters_alloc", filter, vt_error_no_memory)
        }
        parameters.pointee.format = frame.raw.pointee.format
        parameters.pointee.time_base = timeBase.raw
        if isVideo {
            parameters.pointee.width = frame.raw.pointee.width
            parameters.pointee.height = frame.raw.pointee.height
            parameters.pointee.sample_aspect_ratio = frame.raw.pointee.sample_aspect_ratio
            vt_filter_input_set_colors(parameters, frame.raw)
        } else {
            parameters.pointee.sample_rate = frame.raw.pointee.sample_rate
            parameters.pointee.ch_layout = frame.raw.pointee.ch_layout
        }
        try check(
            av_buffersrc_parameters_set(source, parameters), "av_buffersrc_parameters_set", filter)
        try check(avfilter_init_dict(source, nil), "avfilter_init_dict", filter)
        return source
    }

    private static func link(
        _ graph: UnsafeMutablePointer<AVFilterGraph>, _ text: String,
        _ sources: [UnsafeMutablePointer<AVFilterContext>],
        _ sinks: [UnsafeMutablePointer<AVFilterContext>]
    ) throws(LibAVError) {
        // Names from libavfilter's view: sources are open outputs, sinks are open inputs.
        var open: UnsafeMutablePointer<AVFilterInOut>?
        for (index, source) in sources.enumerated().reversed() {
            open = endpoint(name(ofInput: index), source, next: open)
        }
        var ends: UnsafeMutablePointer<AVFilterInOut>?
        for (index, sink) in sinks.enumerated().reversed() {
            ends = endpoint("out\(index)", sink, next: ends)
        }
        defer {
            avfilter_inout_free(&open)
            avfilter_inout_free(&ends)
        }
        try check(
            avfilter_graph_parse_ptr(graph, text, &ends, &open, nil), "avfilter_graph_parse", text)
        try check(avfilter_graph_config(graph, nil), "avfilter_graph_config", text)
    }

    private static func endpoint(
        _ name: String, _ filter: UnsafeMutablePointer<AVFilterContext>,
        next: UnsafeMutablePointer<AVFilterInOut>?
    ) -> UnsafeMutablePointer<AVFilterInOut>? {
        guard let end = avfilter_inout_alloc() else { return next }
        end.pointee.name = av_strdup(name)
        end.pointee.filter_ctx = filter
        end.pointee.pad_idx = 0
        end.pointee.next = next
        return end
    }
}
