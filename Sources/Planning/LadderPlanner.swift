package import MediaModel
package import MediaUnits
package import Presets
internal import VideoCodecs

/// Chooses the rungs for a source, by its short side; none is larger than the source.
package struct LadderPlanner {
    /// The display size of the source, in pixels.
    package let source: Resolution
    /// The frame rate of the output grid, in frames per second.
    package let gridRate: Rational
    package let preset: Preset
    /// The choices for the upload's content; `nil` for the CRFs and rungs of the preset.
    var adaptation: LadderAdaptation?
    /// What the source shows, which settings of encoders depend on; `nil` if that was not measured.
    var content: ContentInfo?
    /// Whether the options of encoders limit no rate, as those of a probe encode.
    var hasCeilings = true

    package init(
        source: Resolution,
        gridRate: Rational,
        preset: Preset
    ) {
        self.source = source
        self.gridRate = gridRate
        self.preset = preset
    }

    /// The least ratio of the source's short side to that of the next lower rung at which the source's size gets a rendition.
    ///
    /// Chosen; below this ratio the next lower rung is the highest one.
    static let worthwhile = 1.15

    /// A rung of the preset, and the size that it is made in.
    struct Choice {
        let rung: Rung
        /// The short side before it is fitted to the level, in pixels: that of the rung, or of the source.
        let shortSide: Int
        /// The highest bit rate, in bits per second.
        let ceiling: Int
        /// Whether the short side is that of the source.
        let hasSourceSize: Bool
    }

    /// Plans the rungs.
    ///
    /// - Parameters:
    ///   - gop: The distance between two IDR frames, in frames of the grid.
    ///   - divisors: The frames of the grid for each frame of a rung, by the rung's name.
    /// - Returns: The encoded rungs, highest first, and the dropped ones with reasons.
    package func plan(gop: Int, divisors: [String: Int]) -> (
        rungs: [RungPlan], dropped: [DroppedRung]
    ) {
        // H.264 first: players that take the first variant for the best one play it.
        let ladders = VideoCodec.all.map { codec in
            choose(preset.ladder.filter { $0.codec == codec })
        }
        var rungs: [RungPlan] = []
        var dropped = ladders.flatMap(\.dropped)
        for choice in ladders.flatMap(\.choices) {
            let divisor = divisors[choice.rung.name] ?? 1
            let candidate = rung(choice, gop: gop, divisor: divisor, scaledFrom: nil)
            // Two rungs of one level may have the same size, since very wide video is fitted to the level.
            guard !rungs.contains(where: { $0.name == candidate.name }) else {
                dropped.append(
                    DroppedRung(
                        name: choice.rung.name,
                        reason:
                            "at this aspect ratio its level allows no more than \(candidate.name)"))
                continue
            }
            if let reason = adaptation?.dropped[candidate.name] {
                dropped.append(DroppedRung(name: choice.rung.name, reason: reason))
                continue
            }
            // From the smallest rung that is not smaller and that has all frames of this one.
            let from = rungs.indices.filter {
                divisor % rungs[$0].divisor == 0 && rungs[$0].size.holds(candidate.size)
            }.min { rungs[$0].size.pixelCount < rungs[$1].size.pixelCount }
            rungs.append(rung(choice, gop: gop, divisor: divisor, scaledFrom: from))
        }
        return (rungs, dropped)
    }

    /// Returns the frames of the grid for each frame of a rung, by the rung's name.
    package func divisors() -> [String: Int] {
        Dictionary(
            preset.ladder.map { rung in
                let limit = rung.maxFrameRate ?? preset.video.maxFrameRate
                return (rung.name, max(1, (gridRate / limit).ceiling))
            }, uniquingKeysWith: max)
    }

    /// Chooses from the rungs of one codec.
    private func choose(_ rungs: [Rung]) -> (choices: [Choice], dropped: [DroppedRung]) {
        let short = source.shortSide
        let ladder = rungs.sorted { $0.size > $1.size }
        let reached = ladder.filter { $0.size <= short }
        let unreached = ladder.filter { $0.size > short }
        var choices = reached.map {
            Choice(
                rung: $0, shortSide: $0.size, ceiling: $0.maxrate.bitsPerSecond,
                hasSourceSize: false)
        }
        var dropped = unreached.map {
            DroppedRung(
                name: $0.name, reason: "the source's short side is \(short) pixels; never enlarged")
        }
        if let next = unreached.last {
            let below = reached.first
            if below.map({ Double(short) >= Self.worthwhile * Double($0.size) }) ?? true {
                let ceiling = sourceCeiling(short, below: below, above: next)
                choices.insert(
                    Choice(rung: next, shortSide: short, ceiling: ceiling, hasSourceSize: true),
                    at: 0)
                dropped.removeLast()
            }
        }
        return (choices, dropped)
    }

    /// Returns the ceiling for the source's size, in bits per second.
    ///
    /// The ceiling is interpolated by pixels between two rungs, and proportional to pixels below the lowest.
    private func sourceCeiling(_ short: Int, below: Rung?, above: Rung) -> Int {
        let pixels = Double(short * short)
        let high = (
            pixels: Double(above.size * above.size), rate: Double(above.maxrate.bitsPerSecond)
        )
        let low = below.map {
            (pixels: Double($0.size * $0.size), rate: Double($0.maxrate.bitsPerSecond))
        }
        let base = low ?? (pixels: 0, rate: 0)
        let share = (pixels - base.pixels) / (high.pixels - base.pixels)
        // Chosen because even tiny frames have visible blocks below.
        let least = 64_000.0
        return Int(max(least, base.rate + share * (high.rate - base.rate)).rounded())
    }

    private func rung(_ choice: Choice, gop: Int, divisor: Int, scaledFrom: Int?) -> RungPlan {
        let frameRate = gridRate / divisor
        let levels = choice.rung.levels(in: preset.video)
        let size = fitted(choice, levels, frameRate: frameRate)
        let (timescale, ticks) = Self.timescale(frameRate)
        let name =
            choice.hasSourceSize || size.shortSide < choice.shortSide
            ? "\(size.shortSide)p" + choice.rung.codec.model.renditionSuffix : choice.rung.name
        let adapted = adaptation?.choices[name]
        let seconds = Double(choice.rung.bufsize) / Double(choice.rung.maxrate.bitsPerSecond)
        let encoder = preset.video.encoder
        // No content needs 16 times the maximum rate at a usual CRF. libav's options for both are numbers of 32 bits.
        let most = Int(Int32.max)
        let maxrate = hasCeilings ? choice.ceiling : min(most, choice.ceiling * 16)
        let model = choice.rung.codec.model
        var settings = EncoderSettings(
            size: size, frameRate: frameRate, gop: gop / divisor, profile: choice.rung.profile,
            level: levels.level(of: size, frameRate: frameRate),
            crf: choice.rung.crf,
            maxrate: maxrate, bufsize: min(most, Int((Double(maxrate) * seconds).rounded())),
            speed: encoder.speed, content: content?.kind ?? .unknown,
            temporalComplexity: ContentRule.temporalComplexity(content),
            tune: encoder.tune, options: encoder.options)
        settings.crf = adapted?.crf ?? model.contentQuality(settings)
        return RungPlan(
            name: name, size: size, divisor: divisor, frameRate: frameRate, gop: gop / divisor,
            timescale: timescale, ticksPerFrame: ticks, ceiling: choice.ceiling,
            buffer: settings.bufsize, level: settings.level, crf: settings.crf,
            codec: choice.rung.codec, point: encoder.point,
            options: model.options(settings),
            scaledFrom: scaledFrom, prediction: adapted?.prediction)
    }

    /// Returns the even size with the chosen short side and the source's aspect ratio; smaller if the highest level needs it.
    private func fitted(
        _ choice: Choice, _ levels: LevelRange, frameRate: Rational
    ) -> Resolution {
        var side = choice.shortSide
        while true {
            let size = Self.even(source, shortSide: side)
            guard !levels.supports(size, frameRate: frameRate), side > 2 else { return size }
            side -= 2
        }
    }

    /// Returns the size with a short side and the aspect ratio of a source, in pixels.
    ///
    /// Both sides are even, since 4:2:0 needs it; each is off by less than a pixel.
    package static func even(_ source: Resolution, shortSide: Int) -> Resolution {
        let short = max(2, shortSide / 2 * 2)
        let long = Rational(source.longSide, max(1, source.shortSide)) * short
        let evenLong = max(2, (long / 2).rounded * 2)
        return source.isPortrait
            ? Resolution(width: short, height: evenLong)
            : Resolution(width: evenLong, height: short)
    }

    /// Returns a timescale of at least 10,000 ticks per second in which a frame has a whole number of ticks.
    ///
    /// The timescale is 30000 for 30 and for 30000/1001 frames per second. Chosen so that a frame has more ticks than an
    /// encoder's delay has frames: the decode times of the first frames of a segment share the duration of one frame, and must
    /// differ.
    package static func timescale(_ frameRate: Rational) -> (timescale: Int, ticksPerFrame: Int) {
        var factor = 1
        while frameRate.numerator * factor < 10_000 || frameRate.denominator * factor < 4 {
            factor *= 10
        }
        return (frameRate.numerator * factor, frameRate.denominator * factor)
    }
}

extension Resolution {
    fileprivate func holds(_ other: Resolution) -> Bool {
        width >= other.width && height >= other.height
    }
}
