internal import CLibAV

extension Frame {
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

    /// What a filter noted about it: `lavfi.r128.I`.
    public func annotation(_ key: String) -> String? {
        av_dict_get(raw.pointee.metadata, key, nil, 0).map { String(cString: $0.pointee.value) }
    }
}
