internal import CLibAV

/// Names and versions of the linked libav libraries.
public enum EngineInfo {
    /// The versions by library, such as `59.37.100` for `libavcodec`; `ffmpeg` is the version of the release.
    ///
    /// That of libavfilter ends in `+zimg` if it is built with zimg, whose frames differ from those of swscale.
    public static var versions: [String: String] {
        [
            "libavutil": text(avutil_version()), "libavcodec": text(avcodec_version()),
            "libavformat": text(avformat_version()),
            "libavfilter": text(avfilter_version()) + (hasZimg ? "+zimg" : ""),
            "ffmpeg": String(cString: av_version_info()),
        ]
    }

    /// Whether libavfilter is built with zimg.
    public static var hasZimg: Bool { FilterGraph.isAvailable("zscale") }

    /// Whether the CPU has AVX-512 by libav's detection, which the encoders use.
    public static var hasAVX512: Bool { av_get_cpu_flags() & AV_CPU_FLAG_AVX512 != 0 }

    private static func text(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
