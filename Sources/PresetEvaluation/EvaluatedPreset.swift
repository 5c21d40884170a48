/// What came of one preset, clip by clip.
public struct EvaluatedPreset: Codable, Sendable {
    /// The file, as it was named.
    public let file: String
    /// The preset's own name.
    public let preset: String
    public let clips: [EvaluatedClip]
    /// Of the preset as a whole.
    public let findings: [EvaluationFinding]

    public init(
        file: String, preset: String, clips: [EvaluatedClip], findings: [EvaluationFinding] = []
    ) {
        self.file = file
        self.preset = preset
        self.clips = clips
        self.findings = findings
    }

    public var hasFailed: Bool {
        (findings + clips.flatMap(\.findings)).contains { $0.severity == .error }
    }
}

/// What a preset made of one clip.
public struct EvaluatedClip: Codable, Sendable {
    public let clip: String
    /// Of media.
    public let seconds: Double
    /// That encoding took.
    public let wallSeconds: Double
    /// Of all cores together.
    public let cpuSeconds: Double
    /// Of everything that was published.
    public let bytes: Int
    /// Highest first.
    public let rungs: [EvaluatedRung]
    /// The preset's rungs that were not made, with the reason.
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

    /// Seconds of media for a second of encoding.
    public var speed: Double { wallSeconds > 0 ? seconds / wallSeconds : 0 }
}

/// One rendition of a clip.
public struct EvaluatedRung: Codable, Hashable, Sendable {
    public let name: String
    public let width: Int
    public let height: Int
    /// Its segments.
    public let bytes: Int
    /// Bits a second of its fullest segment, and its ceiling.
    public let peak: Int
    public let ceiling: Int
    /// Against the upload at its size; `nil`: not measured.
    public let ssim: Double?
    public let psnr: Double?
    /// `nil` also where this build has no libvmaf.
    public let vmaf: Double?

    public init(
        name: String, width: Int, height: Int, bytes: Int, peak: Int, ceiling: Int, ssim: Double?,
        psnr: Double?, vmaf: Double? = nil
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
        self.peak = peak
        self.ceiling = ceiling
        self.ssim = ssim
        self.psnr = psnr
        self.vmaf = vmaf
    }

    /// SSIM in decibels, which tell good from very good: 0.99 is 20 dB.
    public var ssimDecibels: Double? { ssim.map(Decibels.ofSimilarity) }
}
