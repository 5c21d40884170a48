internal import CLibAV

extension Frame {
    /// What a conversion of its samples depends on; a stream may change it on the way.
    public struct SampleForm: Hashable, Sendable {
        /// Samples per second.
        public let rate: Int
        public let channels: Int
        /// Which channels they are, as a mask of libavutil/channel_layout.h; 0 if that cannot say it.
        let mask: UInt64
        let format: Int32
    }

    /// Silent samples: planar 32-bit floats of the usual layout of so many channels.
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

    public var sampleForm: SampleForm {
        let layout = raw.pointee.ch_layout
        return SampleForm(
            rate: sampleRate, channels: channelCount,
            mask: layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0,
            format: raw.pointee.format)
    }

    /// The largest magnitude of its samples, over all channels; only for planar 32-bit floats.
    public var samplePeak: Float {
        guard raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue else { return 0 }
        var peak = Float(0)
        for channel in 0..<channelCount {
            guard let plane = raw.pointee.extended_data[channel] else { continue }
            plane.withMemoryRebound(to: Float.self, capacity: sampleCount) { samples in
                // What is no number is not above anything.
                for index in 0..<sampleCount { peak = max(peak, abs(samples[index])) }
            }
        }
        return peak
    }

    /// Silences samples that are no numbers or beyond belief, as files of floats may hold: filters that remember what they
    /// heard and encoders fail on them.
    ///
    /// Only of planar 32-bit floats. A million times full scale (120 dB above) was chosen as what no file means.
    public func silenceImpossibleSamples() throws(LibAVError) {
        guard raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue else { return }
        var isOurs = false
        for channel in 0..<channelCount {
            for index in 0..<sampleCount {
                guard let plane = raw.pointee.extended_data[channel] else { break }
                let sample = UnsafeMutableRawPointer(plane) + index * MemoryLayout<Float>.stride
                if abs(sample.load(as: Float.self)) < 1_000_000 { continue }
                if !isOurs {
                    // Others may share the samples; the copy lies elsewhere.
                    try check(av_frame_make_writable(raw), "av_frame_make_writable", "frame")
                    isOurs = true
                }
                let target = UnsafeMutableRawPointer(raw.pointee.extended_data[channel]!)
                target.storeBytes(
                    of: 0, toByteOffset: index * MemoryLayout<Float>.stride, as: Float.self)
            }
        }
    }

    /// What a filter noted about it: `lavfi.r128.I`.
    public func annotation(_ key: String) -> String? {
        av_dict_get(raw.pointee.metadata, key, nil, 0).map { String(cString: $0.pointee.value) }
    }
}
