/// Ways to make a package wrong that sizes and counts alone would not show.
public enum Spoiling: String, CaseIterable, Sendable {
    case upsideDown, halfBrightness, latePicture, droppedFrame, lateSound, damagedSegment
    case lowBandwidth, wrongCodecs, wrongDuration, privateTag, wideKeyframes
    case betweenKeyframes, blankPoster

    /// A word in the finding that must be made; another judge's finding does not count.
    public var finding: String {
        switch self {
        case .upsideDown, .halfBrightness, .latePicture: "SSIM"
        case .droppedFrame: "off the grid"
        case .lateSound: "ms late"
        case .damagedSegment: "decoder"
        case .lowBandwidth: "BANDWIDTH"
        case .wrongCodecs: "CODECS"
        case .wrongDuration: "playlist"
        case .privateTag: "holds one of"
        case .wideKeyframes: "I-frames"
        case .betweenKeyframes: "IDR"
        case .blankPoster: "poster is blank"
        }
    }

    /// Filters for the picture, behind all others.
    var videoFilters: [String] {
        switch self {
        case .upsideDown: ["hflip", "vflip"]
        case .halfBrightness: ["lutyuv=y=(val-16)/2+16"]
        case .latePicture: ["tpad=start_mode=clone:start_duration=0.4"]
        case .droppedFrame: ["select=not(eq(n\\,5))"]
        default: []
        }
    }

    /// Filters for the poster, behind all others.
    var posterFilters: [String] {
        self == .blankPoster ? ["drawbox=color=black:thickness=fill"] : []
    }

    /// Filters for the sound, behind all others: 60 ms late.
    var audioFilters: [String] { self == .lateSound ? ["adelay=60:all=1"] : [] }

    /// The multivariant playlist with something else in place of what is true.
    func rewrite(master: String) -> String {
        switch self {
        case .lowBandwidth: master.replacing(/BANDWIDTH=\d+/, with: "BANDWIDTH=1000")
        case .wrongCodecs: master.replacing(/avc1\.\w+/, with: "avc1.42001e")
        default: master
        }
    }
}
