internal import LibAV
package import MediaModel
package import Presets

extension VideoQuality {
    /// Whether the linked libavfilter measures VMAF.
    package static var hasVMAF: Bool { FilterGraph.isAvailable("libvmaf") }

    /// Returns problems for expectations of a preset that this build cannot measure.
    package static func problems(for preset: Preset) -> [ValueProblem] {
        guard preset.expect?.vmaf != nil, !hasVMAF else { return [] }
        return [
            ValueProblem(
                .expectUnmeasured, "expect.vmaf", "the libavfilter of this build has no libvmaf",
                advice: "test with a build of FFmpeg's libraries that has it, or write xpsnr")
        ]
    }
}
