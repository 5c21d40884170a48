public import MediaModel

/// The evaluation of a preset on several clips.
public struct EvaluatedPreset: Codable, Sendable {
    /// The path or the name of the preset, as the user gave it.
    public let file: String
    /// The name in the preset.
    public let preset: String
    /// The evaluations of the clips.
    public let clips: [EvaluatedClip]
    /// The findings about the preset as a whole.
    public let findings: [EvaluationFinding]

    public init(
        file: String, preset: String, clips: [EvaluatedClip], findings: [EvaluationFinding] = []
    ) {
        self.file = file
        self.preset = preset
        self.clips = clips
        self.findings = findings
    }

    /// Whether any finding is an error.
    public var hasFailed: Bool {
        (findings + clips.flatMap(\.findings)).contains { $0.severity == .error }
    }
}

/// The evaluation of a preset on one clip.
public struct EvaluatedClip: Codable, Sendable {
    /// The name of the clip.
    public let clip: String
    /// The duration of the media, in seconds.
    public let seconds: Double
    /// The wall-clock time of encoding, in seconds.
    public let wallSeconds: Double
    /// The CPU time of encoding, in seconds of all cores together.
    public let cpuSeconds: Double
    /// The size of all published files but the manifest, in bytes.
    public let bytes: Int
    /// The renditions, highest first.
    public let rungs: [EvaluatedRung]
    /// The reasons for which rungs of the preset were left out, by name.
    public let dropped: [String: String]
    public let findings: [EvaluationFinding]

    public init(
        clip: String, seconds: Double = 0, wallSeconds: Double = 0, cpuSeconds: Double = 0,
        bytes: Int = 0, rungs: [EvaluatedRung] = [], dropped: [String: String] = [:],
        findings: [EvaluationFinding]
    ) {
        self.clip = clip
        self.seconds = seconds
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
        self.bytes = bytes
        self.rungs = rungs
        self.dropped = dropped
        self.findings = findings
    }

    /// Seconds of media per second of encoding.
    public var speed: Double { wallSeconds > 0 ? seconds / wallSeconds : 0 }
}

/// One rendition of a clip.
public struct EvaluatedRung: Codable, Hashable, Sendable {
    public let name: String
    public let width: Int
    public let height: Int
    /// The size of all segments, in bytes.
    public let bytes: Int
    /// The highest bit rate of a segment, in bits per second.
    public let peak: Int
    /// The maximum bit rate of the rung, in bits per second.
    public let ceiling: Int
    /// The encoder's constant rate factor.
    public let crf: Double
    /// The bit rate and quality for which a probe encode has chosen the CRF; `nil` without one.
    public let prediction: RatePrediction?
    /// The mean SSIM against the upload at the rendition's size; `nil` if it was not measured.
    public let ssim: Double?
    /// The mean PSNR in decibels, likewise.
    public let psnr: Double?
    /// The mean VMAF, likewise; `nil` also if this build has no libvmaf.
    public let vmaf: Double?
    /// The XPSNR of luma over all frames in decibels, likewise.
    public let xpsnr: Double?

    public init(
        name: String, width: Int, height: Int, bytes: Int, peak: Int, ceiling: Int, crf: Double,
        prediction: RatePrediction? = nil, ssim: Double?, psnr: Double?, vmaf: Double? = nil,
        xpsnr: Double? = nil
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
        self.peak = peak
        self.ceiling = ceiling
        self.crf = crf
        self.prediction = prediction
        self.ssim = ssim
        self.psnr = psnr
        self.vmaf = vmaf
        self.xpsnr = xpsnr
    }

    /// The SSIM in decibels, a scale on which high qualities differ more: 0.99 is 20 dB.
    public var ssimDecibels: Double? { ssim.map(Decibels.ofSimilarity) }
}
