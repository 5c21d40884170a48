internal import CLibAV

/// Which libraries are linked, as they call themselves.
public enum EngineInfo {
    /// Library and version, for instance `libavcodec` and `59.37.100`, sorted by name.
    public static var versions: [String: String] {
        [
            "libavutil": text(avutil_version()), "libavcodec": text(avcodec_version()),
            "libavformat": text(avformat_version()), "libavfilter": text(avfilter_version()),
            "ffmpeg": String(cString: av_version_info()),
        ]
    }

    /// Whether the CPU has AVX-512, as libav's libraries and the encoders see it.
    public static var hasAVX512: Bool { av_get_cpu_flags() & AV_CPU_FLAG_AVX512 != 0 }

    private static func text(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
