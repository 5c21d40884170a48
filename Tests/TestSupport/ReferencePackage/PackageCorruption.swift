/// Corruptions of a package that sizes and counts alone do not show.
public enum PackageCorruption: String, CaseIterable, Sendable {
    case upsideDown, halfBrightness, lateVideo, droppedFrame, lateAudio, corruptSegment
    case lowBandwidth, wrongCodecs, wrongDuration, privateTag, wideKeyframes
    case betweenKeyframes, blankPoster

    /// A word in the expected problem.
    public var finding: String {
        switch self {
        case .upsideDown, .halfBrightness, .lateVideo: "SSIM"
        case .droppedFrame: "off the grid"
        case .lateAudio: "ms late"
        case .corruptSegment: "decoder"
        case .lowBandwidth: "BANDWIDTH"
        case .wrongCodecs: "CODECS"
        case .wrongDuration: "playlist"
        case .privateTag: "contains one of"
        case .wideKeyframes: "I-frames"
        case .betweenKeyframes: "IDR"
        case .blankPoster: "poster is blank"
        }
    }

    /// Additional filters for the video.
    var videoFilters: [String] {
        switch self {
        case .upsideDown: ["hflip", "vflip"]
        case .halfBrightness: ["lutyuv=y=(val-16)/2+16"]
        case .lateVideo: ["tpad=start_mode=clone:start_duration=0.4"]
        case .droppedFrame: ["select=not(eq(n\\,5))"]
        default: []
        }
    }

    /// Additional filters for the poster.
    var posterFilters: [String] {
        self == .blankPoster ? ["drawbox=color=black:thickness=fill"] : []
    }

    /// Additional filters for the audio: a delay of 60 ms.
    var audioFilters: [String] { self == .lateAudio ? ["adelay=60:all=1"] : [] }

    /// Returns the multivariant playlist with wrong values.
    func rewrite(master: String) -> String {
        switch self {
        case .lowBandwidth: master.replacing(/BANDWIDTH=\d+/, with: "BANDWIDTH=1000")
        case .wrongCodecs: master.replacing(/avc1\.\w+/, with: "avc1.42001e")
        default: master
        }
    }
}
