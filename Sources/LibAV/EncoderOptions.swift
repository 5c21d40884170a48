internal import CLibAV

/// What is set for encoders beyond what the plan says, because this machine needs it to make the same bytes as another.
enum EncoderOptions {
    /// Options for an encoder on this machine.
    static func forThisMachine(_ codec: String, _ options: [String: String]) -> [String: String] {
        guard codec == "libx264", av_get_cpu_flags() & AV_CPU_FLAG_AVX512 != 0 else {
            return options
        }
        // x264's AVX-512 code for macroblock trees reads memory that nobody wrote: with widths like 320 or 336 the bytes
        // differ from run to run (seen with builds 164 and later, by MALLOC_PERTURB_). The AVX2 code gives the bytes of
        // every machine from SSSE3 on, and was as fast.
        var options = options
        options["x264-params"] = [options["x264-params"], "asm=SSE2Fast,AVX2"]
            .compactMap(\.self).joined(separator: ":")
        return options
    }
}
