internal import CLibAV

extension Decoder {
    /// Returns whether a decoder of a stream can leave out frames that others do not refer to, without changing others.
    ///
    /// Each decoder of libavcodec has its own notion of these (avcodec.h, `AVDISCARD_NONREF`). VP8 and VP9 are not among them, whose
    /// frames also hand over probabilities and segmentation maps.
    static func canSkip(_ parameters: AVCodecParameters) -> Bool {
        switch parameters.codec_id {
        // nal_ref_idc 0 (ITU-T H.264, 7.4.1); B-frames (ITU-T H.262, 6.1.1.5).
        case AV_CODEC_ID_H264, AV_CODEC_ID_MPEG2VIDEO: true
        // Frames of higher temporal layers may refer to those that no frame of their own layer refers to (ITU-T H.265, 7.4.2.2).
        case AV_CODEC_ID_HEVC:
            temporalLayers(
                UnsafeRawBufferPointer(
                    start: parameters.extradata, count: Int(parameters.extradata_size)))
                == 1
        default: false
        }
    }

    /// Returns the number of temporal layers of HEVC by its parameter sets; `nil` if there are none.
    static func temporalLayers(_ bytes: UnsafeRawBufferPointer) -> Int? {
        // ISO/IEC 14496-15, 8.3.3.1.2: `numTemporalLayers` of version 1; 0 if unknown.
        if bytes.count > 21, bytes[0] == 1 { return Int(bytes[21] >> 3 & 7) }
        // ITU-T H.265, 7.3.2.2.1: `sps_max_sub_layers_minus1` after a start code and a header of two bytes.
        let layers = bytes.indices.dropLast(5).compactMap { index -> Int? in
            guard bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1,
                bytes[index + 3] >> 1 & 0x3f == 33
            else { return nil }
            return Int(bytes[index + 5] >> 1 & 7) + 1
        }
        return layers.max()
    }
}
