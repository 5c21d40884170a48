internal import Foundation
internal import MediaUnits
internal import Presets

/// The options of a rendition's encoder: one IDR a GOP, closed GOPs, capped quality, BT.709.
struct EncoderSettings {
    let rung: Rung
    let encoder: Video.Encoder
    /// Bits a second, and bits of the decoder's buffer.
    let ceiling: Int
    let buffer: Int
    let frameRate: Rational
    /// Frames between two IDR pictures.
    let gop: Int
    let level: String
    let size: Resolution

    var options: [String: String] {
        var options = [
            "preset": encoder.preset, "profile": rung.profile.rawValue, "g": "\(gop)",
            "crf": String(format: "%g", rung.crf), "color_range": "tv", "colorspace": "bt709",
            "color_primaries": "bt709", "color_trc": "bt709",
        ]
        options.merge(rung.codec == .h264 ? x264 : x265) { $1 }
        return options
    }

    /// The duration of a frame, in seconds, from which on frames are coded in the order in which they are shown, without
    /// B-frames.
    ///
    /// x264 and x265 reorder by two frames at most. Then the first three decode times of a segment share one frame's time
    /// (`PictureSegment`), so that steps are two thirds of a frame short. The ffmpeg command takes a step of an HLS stream
    /// that is more than 0.1 s short for a discontinuity, and moves everything behind it.
    private static let longFrame = Rational(15, 100)

    private var hasLongFrames: Bool { frameRate.inverse >= Self.longFrame }

    private var x264: [String: String] {
        // x264 leaves an encode's first picture as coarse as a P-picture: its rule that makes I-pictures finer by `ipratio`
        // looks at the picture before. The first one of a segment must not be worse than other I-pictures.
        let finer = encoder.options["ipratio"] ?? (encoder.tune == "grain" ? "1.1" : "1.4")
        var parameters = ["zones": "0,0,b=\(finer)"]
        parameters.merge(encoder.options.merging(references) { $1 }) { _, chosen in chosen }
        if hasLongFrames { parameters["bframes"] = "0" }
        var options = [
            "level": level, "maxrate": "\(ceiling)", "bufsize": "\(buffer)",
            "keyint_min": "\(gop)", "sc_threshold": "0", "flags": "+cgop",
            // x264 copies CEA-608 captions from the source by default; the playlist says that there are none.
            "a53cc": "0", "x264-params": Self.text(parameters),
        ]
        options["tune"] = encoder.tune
        return options
    }

    /// Reference frames of options, cut to what a decoder of the level has room for: x264 does that for those of its presets
    /// only.
    private var references: [String: String] {
        guard let most = rung.codec.maxReferences(of: size, at: level) else { return [:] }
        return encoder.options.filter { name, count in
            ["ref", "frameref"].contains(name) && Int(count).map { $0 > most } ?? false
        }.mapValues { _ in "\(most)" }
    }

    /// Tunings that x265 has too (x265.h, x265_tune_names).
    private static let x265Tunes: Set<String> = [
        "psnr", "ssim", "grain", "zerolatency", "fastdecode", "animation",
    ]

    private var x265: [String: String] {
        var parameters = [
            "keyint": "\(gop)", "min-keyint": "\(gop)", "scenecut": "0", "open-gop": "0",
            "vbv-maxrate": "\(ceiling / 1000)", "vbv-bufsize": "\(buffer / 1000)",
            // Each segment starts with a buffer of its own: started 90 % full, as x265 does, those of hard pictures would
            // all exceed the ceiling. x265 has no way to take it back later, as `SegmentBudget` does with x264.
            "vbv-init": "0.5",
            "level-idc": level, "high-tier": "0",
            // One thread, whose bytes never vary.
            "pools": "none", "frame-threads": "1", "wpp": "0",
            // Blocks of 64 pixels do not fit into the smallest pictures.
            "ctu": size.shortSide < 128 ? "16" : "64",
            // Its version and settings are no player's business, nor is the terminal its.
            "info": "0", "log-level": "none",
        ]
        if hasLongFrames { parameters["bframes"] = "0" }
        var options = ["x265-params": Self.text(parameters)]
        options["tune"] = encoder.tune.flatMap { Self.x265Tunes.contains($0) ? $0 : nil }
        return options
    }

    /// As both encoders read them.
    private static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")
    }
}
