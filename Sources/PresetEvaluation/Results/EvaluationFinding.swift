/// A finding of an evaluation about a package.
public struct EvaluationFinding: Codable, Hashable, Sendable {
    public enum Severity: String, Codable, Sendable {
        /// A defect: the preset fails the evaluation.
        case error
        /// A remark that can be due to the content.
        case note
    }

    /// The check that made a finding; raw values are stable.
    public enum Check: String, Codable, CaseIterable, Sendable {
        /// The clip was packaged.
        case run
        /// The evaluation ended in time.
        case time
        /// All files and byte ranges in playlists exist.
        case files
        /// `EXTINF` is the duration by the segment's timestamps.
        case durations
        /// `BANDWIDTH` and `AVERAGE-BANDWIDTH` agree with the sizes of segments.
        case bandwidth
        /// No segment exceeds the rung's maximum bit rate; for segments of less than three GOPs within the buffer, that is a
        /// note.
        case ceiling
        /// The peak is at most twice the average.
        case peak
        /// Segments begin with keyframes, at the same times in every rendition.
        case keyframes
        /// The encoded profile and level are those of the playlist and of the plan.
        case codecs
        /// The frame size is that of the playlist.
        case size
        /// The quality of renditions is not more than 1 dB of XPSNR below the target of the preset.
        case target
        case ssim = "expect.ssim"
        case psnr = "expect.psnr"
        case vmaf = "expect.vmaf"
        case xpsnr = "expect.xpsnr"
        case maxrate = "expect.maxrate"
        case firstSegment = "expect.firstSegment"
    }

    public let severity: Severity
    public let check: Check
    /// The name of the rung, or the path of the playlist; `nil` for the whole clip.
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
