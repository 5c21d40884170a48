internal import CLibAV

extension Frame {
    /// The format of a frame's samples, which a stream may change.
    public struct SampleForm: Hashable, Sendable {
        /// Samples per second.
        public let rate: Int
        /// The number of channels.
        public let channels: Int
        /// The channels as a mask of libavutil/channel_layout.h; 0 for layouts without a mask.
        let mask: UInt64
        /// An `AVSampleFormat`.
        let format: Int32
    }

    /// Creates a frame of silence: planar 32-bit floats in libav's default layout for the number of channels.
    ///
    /// - Parameters:
    ///   - sampleCount: Samples per channel.
    ///   - sampleRate: Samples per second.
    ///   - channels: The number of channels.
    /// - Returns: A frame without a presentation time.
    /// - Throws: `LibAVError` if memory is short or a number is not positive.
    public static func silence(
        sampleCount: Int, sampleRate: Int, channels: Int
    ) throws(LibAVError) -> Frame {
        let frame = try Frame()
        let raw = frame.raw
        raw.pointee.nb_samples = Int32(sampleCount)
        raw.pointee.sample_rate = Int32(sampleRate)
        raw.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        av_channel_layout_default(&raw.pointee.ch_layout, Int32(channels))
        try check(av_frame_get_buffer(raw, 0), "av_frame_get_buffer", "silence")
        try check(
            av_samples_set_silence(
                raw.pointee.extended_data, 0, raw.pointee.nb_samples, Int32(channels),
                AV_SAMPLE_FMT_FLTP),
            "av_samples_set_silence", "silence")
        return frame
    }

    /// The format of its samples.
    public var sampleForm: SampleForm {
        let layout = raw.pointee.ch_layout
        return SampleForm(
            rate: sampleRate, channels: channelCount,
            mask: layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0,
            format: raw.pointee.format)
    }

    /// The largest magnitude of its samples over all channels, 1 for full scale; 0 for formats other than planar 32-bit floats.
    public var samplePeak: Float {
        guard raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue else { return 0 }
        var peak = Float(0)
        for channel in 0..<channelCount {
            guard let plane = raw.pointee.extended_data[channel] else { continue }
            plane.withMemoryRebound(to: Float.self, capacity: sampleCount) { samples in
                // Comparisons with NaN are false, so NaN is skipped.
                for index in 0..<sampleCount { peak = max(peak, abs(samples[index])) }
            }
        }
        return peak
    }

    /// Replaces samples that are not finite, or implausibly large, by 0: recursive filters and encoders fail on such samples,
    /// which files of floats may contain.
    ///
    /// Changes planar 32-bit floats only. The limit, a million times full scale (120 dB above), was chosen as far beyond any
    /// recording.
    ///
    /// - Throws: `LibAVError` if shared samples cannot be copied for lack of memory.
    public func silenceImpossibleSamples() throws(LibAVError) {
        guard raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue else { return }
        var isWritable = false
        for channel in 0..<channelCount {
            for index in 0..<sampleCount {
                guard let plane = raw.pointee.extended_data[channel] else { break }
                let sample = UnsafeMutableRawPointer(plane) + index * MemoryLayout<Float>.stride
                if abs(sample.load(as: Float.self)) < 1_000_000 { continue }
                if !isWritable {
                    // Shared samples are copied first, to other memory.
                    try check(av_frame_make_writable(raw), "av_frame_make_writable", "frame")
                    isWritable = true
                }
                let target = UnsafeMutableRawPointer(raw.pointee.extended_data[channel]!)
                target.storeBytes(
                    of: 0, toByteOffset: index * MemoryLayout<Float>.stride, as: Float.self)
            }
        }
    }

    /// The value that a filter attached under a key, such as `lavfi.r128.I`; `nil` if there is none.
    public func annotation(_ key: String) -> String? {
        av_dict_get(raw.pointee.metadata, key, nil, 0).map { String(cString: $0.pointee.value) }
    }
}
