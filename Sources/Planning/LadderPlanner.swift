package import MediaModel
package import MediaUnits
package import Presets
internal import VideoCodecs

/// Chooses the renditions for a source: by its short side, never larger than it.
package struct LadderPlanner {
    package let source: Resolution
    /// Frames a second of the output grid.
    package let gridRate: Rational
    package let preset: Preset

    package init(
        source: Resolution,
        gridRate: Rational,
        preset: Preset
    ) {
        self.source = source
        self.gridRate = gridRate
        self.preset = preset
    }

    /// A size between two rungs is worth a rendition of its own from this ratio of short sides (uploads.md).
    static let worthwhile = 1.15

    struct Choice {
        let rung: Rung
        /// Before it is fitted to the level: the rung's short side, or the source's own.
        let shortSide: Int
        let ceiling: Int
        let isOwnSize: Bool
    }

    /// - Returns: The kept renditions, highest first, and those that are not made, with the reason.
    package func plan(gop: Int, divisors: [String: Int]) -> (
        rungs: [RungPlan], dropped: [DroppedRung]
    ) {
        // H.264 first: what takes the first rendition for the best one can play that.
        let ladders = VideoCodec.all.map { codec in
            choose(preset.ladder.filter { $0.codec == codec })
        }
        var rungs: [RungPlan] = []
        var dropped = ladders.flatMap(\.dropped)
        for choice in ladders.flatMap(\.choices) {
            let divisor = divisors[choice.rung.name] ?? 1
            let candidate = rung(choice, gop: gop, divisor: divisor, scaledFrom: nil)
            // Two rungs of one level may come to the same size: very wide pictures are fitted to it.
            guard !rungs.contains(where: { $0.name == candidate.name }) else {
                dropped.append(
                    DroppedRung(
                        name: choice.rung.name,
                        reason: "its level holds no more of this shape than \(candidate.name)"))
                continue
            }
            // From the smallest rung that is not smaller and whose frames include this one's.
            let from = rungs.indices.filter {
                divisor % rungs[$0].divisor == 0 && rungs[$0].size.holds(candidate.size)
            }.min { rungs[$0].size.pixelCount < rungs[$1].size.pixelCount }
            rungs.append(rung(choice, gop: gop, divisor: divisor, scaledFrom: from))
        }
        return (rungs, dropped)
    }

    /// Every how many frames of the grid each rung has one, by the rung's name.
    package func divisors() -> [String: Int] {
        Dictionary(
            preset.ladder.map { rung in
                let limit = rung.maxFrameRate ?? preset.video.maxFrameRate
                return (rung.name, max(1, (gridRate / limit).ceiling))
            }, uniquingKeysWith: max)
    }

    /// Of the rungs of one codec.
    private func choose(_ rungs: [Rung]) -> (choices: [Choice], dropped: [DroppedRung]) {
        let short = source.shortSide
        let ladder = rungs.sorted { $0.size > $1.size }
        let reached = ladder.filter { $0.size <= short }
        let unreached = ladder.filter { $0.size > short }
        var choices = reached.map {
            Choice(
                rung: $0, shortSide: $0.size, ceiling: $0.maxrate.bitsPerSecond, isOwnSize: false)
        }
        var dropped = unreached.map {
            DroppedRung(
                name: $0.name, reason: "the source's short side is \(short) pixels; never enlarged")
        }
        if let next = unreached.last {
            let below = reached.first
            if below.map({ Double(short) >= Self.worthwhile * Double($0.size) }) ?? true {
                let ceiling = ownCeiling(short, below: below, above: next)
                choices.insert(
                    Choice(rung: next, shortSide: short, ceiling: ceiling, isOwnSize: true), at: 0)
                dropped.removeLast()
            }
        }
        return (choices, dropped)
    }

    /// Between two rungs by pixels; below the lowest in proportion to its pixels.
    private func ownCeiling(_ short: Int, below: Rung?, above: Rung) -> Int {
        let pixels = Double(short * short)
        let high = (
            pixels: Double(above.size * above.size), rate: Double(above.maxrate.bitsPerSecond)
        )
        let low = below.map {
            (pixels: Double($0.size * $0.size), rate: Double($0.maxrate.bitsPerSecond))
        }
        let base = low ?? (pixels: 0, rate: 0)
        let share = (pixels - base.pixels) / (high.pixels - base.pixels)
        // Chosen because below it even a postage stamp breaks up.
        let least = 64_000.0
        return Int(max(least, base.rate + share * (high.rate - base.rate)).rounded())
    }

    private func rung(_ choice: Choice, gop: Int, divisor: Int, scaledFrom: Int?) -> RungPlan {
        let frameRate = gridRate / divisor
        let levels = choice.rung.levels(in: preset.video)
        let size = fitted(choice, levels, frameRate: frameRate)
        let (timescale, ticks) = Self.timescale(frameRate)
        let name =
            choice.isOwnSize || size.shortSide < choice.shortSide
            ? "\(size.shortSide)p" + choice.rung.codec.model.renditionSuffix : choice.rung.name
        let seconds = Double(choice.rung.bufsize) / Double(choice.rung.maxrate.bitsPerSecond)
        let encoder = preset.video.encoder
        let settings = EncoderSettings(
            size: size, frameRate: frameRate, gop: gop / divisor, profile: choice.rung.profile,
            level: levels.level(of: size, frameRate: frameRate), crf: choice.rung.crf,
            maxrate: choice.ceiling,
            bufsize: Int((Double(choice.ceiling) * seconds).rounded()), preset: encoder.preset,
            tune: encoder.tune, options: encoder.options)
        return RungPlan(
            name: name, size: size, divisor: divisor, frameRate: frameRate, gop: gop / divisor,
            timescale: timescale, ticksPerFrame: ticks, ceiling: choice.ceiling,
            buffer: settings.bufsize, level: settings.level, crf: choice.rung.crf,
            codec: choice.rung.codec, options: choice.rung.codec.model.options(settings),
            scaledFrom: scaledFrom)
    }

    /// The even size with that short side and the source's shape; smaller if its long side would break the highest level.
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

    /// Even numbers, since 4:2:0 needs them; the aspect is off by less than a pixel.
    package static func even(_ source: Resolution, shortSide: Int) -> Resolution {
        let short = max(2, shortSide / 2 * 2)
        let long = Rational(source.longSide, max(1, source.shortSide)) * short
        let evenLong = max(2, (long / 2).rounded * 2)
        return source.isPortrait
            ? Resolution(width: short, height: evenLong)
            : Resolution(width: evenLong, height: short)
    }

    /// Ticks a second, at least 10,000, in which a frame lasts a whole number: 30000 for 30 and 30000/1001.
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
