public import MediaUnits

/// The operating points of x264, and the costs of its presets (docs/encoding.md).
extension H264 {
    /// The short side, in pixels, from which a rendition has the parameters of large frames.
    ///
    /// There, the points need fewer bits than `veryfast` without a trellis; B-frames save none (docs/encoding.md).
    private static let large = 1080

    /// The short side, in pixels, below which blocks have much motion and details, so that the search of small partitions saves
    /// bits.
    private static let small = 480

    /// The short side, in pixels, from which points look ahead 8 frames instead of 10: most of an encoder's memory is such frames,
    /// and those of small renditions are small.
    private static let shorterLookaheadFrom = 720

    /// The parameter with which x264 computes macroblock trees in C, alike on all processors and without reading uninitialized memory
    /// (`optionsForAVX512(_:)`); no slower, and the rest of the AVX-512 code needs 8 to 10 % less CPU time than the AVX2 code.
    private static let cpuIndependent = "cpu-independent"

    private static let allPartitions = "i8x8,i4x4,p8x8,b8x8"

    /// Who decides about B-frames.
    private enum BFrames {
        case none
        /// The encoder: frames of screens repeat, or change at once.
        case chosen
        /// A fixed pattern, which needs less CPU time.
        case fixed
    }

    /// Returns x264's preset, and the parameters that an operating point changes in it.
    func speed(_ settings: EncoderSettings) -> (preset: String, parameters: [String: String]) {
        switch settings.speed {
        case .preset(let preset): (preset, [:])
        case .point(let point):
            (
                point == .quality ? "veryfast" : "superfast",
                Self.parameters(of: point, settings).filter { name, _ in
                    !Self.overridden(by: settings).contains(name)
                }.merging([Self.cpuIndependent: "1"]) { $1 }
            )
        }
    }

    private static func parameters(
        of point: OperatingPoint, _ settings: EncoderSettings
    ) -> [String: String] {
        // B-frames that a preset adds are chosen by x264, since a fixed pattern costs bits on screens and on fast, irregular motion. A
        // longer lookahead saves few bits for its memory, and none on screens.
        guard point != .quality else {
            return ["b-adapt": "1", "rc-lookahead": "10", "trellis": "1", "subme": "4"]
        }
        // Dead zones that are smaller than x264's retain texture for fewer bits than a lower CRF.
        var parameters = [
            "mbtree": "1", "subme": "1", "deadzone-inter": "11", "deadzone-intra": "6",
            "bframes": "0", "b-adapt": "1",
            "rc-lookahead": settings.size.shortSide < shorterLookaheadFrom ? "10" : "8",
        ]
        if settings.size.shortSide < small, !isNoisy(settings) {
            parameters["partitions"] = allPartitions
        } else if settings.content != .screen, settings.profile == .high {
            // Text needs intra blocks of 4x4 pixels; other profiles have none of 8x8.
            parameters["partitions"] = "i8x8"
        }
        guard point == .balanced, settings.size.shortSide < large else { return parameters }
        // Saves as many bits as refined motion, for less CPU time, and others where that saves none.
        parameters["trellis"] = "1"
        switch bFrames(settings) {
        case .none: break
        case .chosen:
            parameters.merge(["bframes": "3", "partitions": allPartitions]) { $1 }
        case .fixed:
            parameters.merge(["bframes": "3", "b-adapt": "0", "partitions": allPartitions]) { $1 }
        }
        return parameters
    }

    /// Whether `balanced` is without small partitions, which hardly predict noise (docs/encoding.md).
    private static func isNoisy(_ settings: EncoderSettings) -> Bool {
        settings.speed == .point(.balanced) && settings.temporalComplexity == .high
    }

    /// Returns who decides about the B-frames of `balanced` below 1080p.
    ///
    /// Where frames predict each other well, B-frames save bits, also in a fixed pattern; elsewhere, they cost some
    /// (docs/encoding.md). The profile Baseline has none (H.264, A.2.1), and libav's parameters prevail over its profile. Nor has
    /// video with long frames.
    private static func bFrames(_ settings: EncoderSettings) -> BFrames {
        if settings.profile == .baseline || settings.hasLongFrames { return .none }
        if settings.content == .screen { return .chosen }
        return settings.temporalComplexity == .low ? .fixed : .none
    }

    /// x264 gives the frames of a fixed pattern a higher quantizer than those of other settings, and a trellis costs 0.8 VMAF in small
    /// frames (docs/encoding.md).
    public func contentQuality(_ settings: EncoderSettings) -> Double {
        guard settings.speed == .point(.balanced), settings.size.shortSide < Self.large else {
            return settings.crf
        }
        let parameters = speed(settings).parameters
        func isChosen(_ name: String, _ value: String) -> Bool {
            parameters[name] == value && settings.options[name] == nil
        }
        var change = 0.0
        if isChosen("b-adapt", "0"), settings.options["bframes"] == nil {
            change = -1
        } else if settings.size.shortSide < Self.small, isChosen("trellis", "1") {
            change = -0.75
        }
        return max(qualityRange.lowerBound, settings.crf + change)
    }

    /// Returns options that limit x264 to its AVX2 code, unless macroblock trees do not depend on the processor.
    ///
    /// The AVX-512 code for macroblock trees reads memory that was never written: with widths like 320 or 336 the bytes
    /// differ from run to run (seen with builds 164 and later, by MALLOC_PERTURB_). The AVX2 code makes the same bytes
    /// as the code for older processors with SSSE3.
    public func optionsForAVX512(_ options: [String: String]) -> [String: String] {
        // Also `no-cpu-independent`, which an option may add.
        let own = (options["x264-params"] ?? "").split(separator: ":")
            .filter { $0.contains(Self.cpuIndependent) }
        return own == ["\(Self.cpuIndependent)=1"]
            ? options
            : EncoderSettings.adding("asm=SSE2Fast,AVX2", to: "x264-params", of: options)
    }

    /// Returns the parameters that a tune sets (x264_param_apply_tune), or an option of the preset under another name.
    private static func overridden(by settings: EncoderSettings) -> Set<String> {
        let tunes = [
            "animation": ["bframes"], "grain": ["deadzone-inter", "deadzone-intra"],
            "zerolatency": ["mbtree", "rc-lookahead", "b-adapt", "bframes"],
        ]
        let aliases = ["analyse": "partitions", "subq": "subme"]
        let ofTune = settings.tune.flatMap { tunes[$0] } ?? []
        return Set(ofTune + settings.options.keys.compactMap { aliases[$0] })
    }

    /// Measured relative to `veryfast` with the same CRF for presets, and with the CRF of equal quality for points.
    public func encodingCost(_ speed: EncoderSpeed) -> Double {
        let veryfast = 0.0045
        return switch speed {
        case .point(.economy): veryfast * 0.53
        case .point(.balanced): veryfast * 0.64
        case .point(.quality): veryfast * 1.5
        case .preset(let preset): veryfast * (Self.presetCosts[preset] ?? 1)
        }
    }

    private static let presetCosts = [
        "ultrafast": 0.4, "superfast": 0.6, "veryfast": 1, "faster": 1.7, "fast": 2, "medium": 2.6,
        "slow": 4, "slower": 7, "veryslow": 12.5, "placebo": 40,
    ]

    /// The CRFs at which the points have the VMAF of `veryfast` at 23 (docs/encoding.md).
    public func defaultQuality(at point: OperatingPoint?) -> Double {
        switch point {
        case .economy: 25.5
        case .balanced, .quality: 25
        case nil: defaultQuality
        }
    }

    /// Returns options with another initial fill of the buffer than x264's 0.9.
    public func options(_ options: [String: String], bufferFill: Double) -> [String: String] {
        EncoderSettings.adding("vbv-init=\(bufferFill)", to: "x264-params", of: options)
    }

    /// Returns options with `x264opts`, which rejects parameters that `x264-params` only logs.
    public func strictOptions(_ options: [String: String]) -> [String: String] {
        var strict = options
        strict["x264opts"] = strict.removeValue(forKey: "x264-params")
        return strict
    }

    /// Returns an estimate in bytes: frames for lookahead, reference and reordering with about three bytes per pixel each, and
    /// eight bytes per pixel for frames before the encoder.
    ///
    /// x264 stores one more frame for each B-frame in a row; two or more may refer to one another, and a reference with its
    /// filtered planes is as large as two frames.
    public func encoderMemory(_ size: Resolution, frames: Int, options: [String: String]) -> Int {
        let stored = Self.lookaheadFrames(options) + 8 + 2 * Self.bFrames(options)
        return size.pixelCount * (min(stored, frames) * 3 + 8) + 6 << 20
    }

    /// Returns the number of frames that x264 looks ahead: that of its parameters, else of its preset (x264.h).
    private static func lookaheadFrames(_ options: [String: String]) -> Int {
        // x264 allows 250 frames at most.
        if let own = number("rc-lookahead", in: options) { return max(0, min(250, own)) }
        return switch options["preset"] {
        // Neither looks ahead; the bytes of other tables remain.
        case "ultrafast", "superfast", "veryfast": 10
        case "faster": 20
        case "fast": 30
        case "medium": 40
        case "slow": 50
        case "slower", "veryslow", "placebo": 60
        default: 60
        }
    }

    /// Returns the largest number of B-frames in a row: that of the parameters, else of the preset and the tune; x264 allows 16.
    private static func bFrames(_ options: [String: String]) -> Int {
        if let own = number("bframes", in: options) { return max(0, min(16, own)) }
        let ofPreset = ["ultrafast": 0, "veryslow": 8, "placebo": 16][options["preset"] ?? ""] ?? 3
        return min(16, ofPreset + (options["tune"] == "animation" ? 2 : 0))
    }

    private static func number(_ name: String, in options: [String: String]) -> Int? {
        (options["x264-params"] ?? "").split(separator: ":").last { $0.hasPrefix(name + "=") }
            .flatMap { X264Options().integer(String($0.dropFirst(name.count + 1))) }
    }
}
