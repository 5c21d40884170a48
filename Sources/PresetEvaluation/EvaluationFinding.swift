/// Something that an evaluation found in what a preset made of a clip.
public struct EvaluationFinding: Codable, Hashable, Sendable {
    public enum Severity: String, Codable, Sendable {
        /// The preset fails the test.
        case error
        /// Worth knowing; content decides.
        case note
    }

    /// What was looked at; the raw value is stable.
    public enum Check: String, Codable, CaseIterable, Sendable {
        /// The upload became no package.
        case run
        /// The evaluation took longer than it may.
        case time
        /// Playlists name files and byte ranges that are there.
        case files
        /// `EXTINF` is what the segment's timestamps say.
        case durations
        /// `BANDWIDTH` and `AVERAGE-BANDWIDTH` are what the bytes come to.
        case bandwidth
        /// No segment is above its rung's ceiling; for one of less than three GOPs that is a note, up to what the buffer holds.
        case ceiling
        /// The peak is at most twice the average.
        case peak
        /// Segments begin with keyframes, at the same times in every rendition.
        case keyframes
        /// Profile and level that were coded are those of the playlist and of the plan.
        case codecs
        /// The pictures have the size that the playlist says.
        case size
        case ssim = "expect.ssim"
        case psnr = "expect.psnr"
        case vmaf = "expect.vmaf"
        case maxrate = "expect.maxrate"
        case firstSegment = "expect.firstSegment"
    }

    public let severity: Severity
    public let check: Check
    /// The rendition, by its rung's name or its folder; `nil`: the whole clip.
    public let rendition: String?
    public let message: String

    public init(_ severity: Severity, _ check: Check, _ rendition: String?, _ message: String) {
        self.severity = severity
        self.check = check
        self.rendition = rendition
        self.message = message
    }

    static func error(_ check: Check, _ rendition: String?, _ message: String) -> Self {
        Self(.error, check, rendition, message)
    }

    /// `720p: ceiling: …`.
    var text: String {
        ([rendition, check.rawValue].compactMap { $0 } + [message]).joined(separator: ": ")
    }
}
