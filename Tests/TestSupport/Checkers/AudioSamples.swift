public import Foundation

/// An audio track, decoded by the ffmpeg command: one channel at 8 kHz, sample 0 at time 0.
public struct AudioSamples: Sendable {
    public static let rate = 8000
    public let values: [Float]

    /// Decodes a track of an upload; `zero` is time 0, in seconds of the file's clock.
    ///
    /// MP4 packs several AMR frames into a sample, of which ffmpeg's decoder takes the first only:
    /// AMR is copied into a file of its own, which ffmpeg reads frame by frame.
    public init(of upload: URL, _ audio: UploadTimeline.Audio, zero: Double) async throws {
        let index = audio.stream.index
        guard let codec = audio.stream.codec, codec.hasPrefix("amr") else {
            try await self.init(of: upload, stream: index, zero: zero)
            return
        }
        let folder = try TemporaryFolder("amr")
        let frames = folder.file("frames.amr")
        try await FFmpeg.run(
            ["-i", FFprobe.path(upload), "-map", "0:\(index)", "-c", "copy", FFprobe.path(frames)])
        try await self.init(of: frames, stream: 0, zero: zero - (audio.start ?? 0))
    }

    /// Decodes a stream, given by its index in the file.
    ///
    /// `zero` is time 0, in seconds of the file's clock. Gaps become silence.
    public init(of file: URL, stream: Int, zero: Double) async throws {
        let folder = try TemporaryFolder("audio")
        let samples = folder.file("samples.f32")
        let filters = [
            "asetpts=PTS-(\(zero))/TB",
            // Timestamps are applied at the track's own rate: a resampler's delay is not a gap.
            "aresample=async=1:min_hard_comp=0.015:first_pts=0", "aresample=\(Self.rate)",
            "aformat=sample_fmts=flt:channel_layouts=mono",
        ]
        // Timestamps are retained: the filters shift to time 0, not the command.
        _ = try await FFmpeg.errorLines(
            ["-copyts", "-i", FFprobe.path(file), "-map", "0:\(stream)", "-vn"]
                + ["-af", filters.joined(separator: ","), "-f", "f32le", FFprobe.path(samples)]
        )
        let data = try Data(contentsOf: samples)
        values = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}
