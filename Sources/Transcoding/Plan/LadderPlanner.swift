internal import Foundation
internal import MediaUnits
internal import Presets

/// Chooses the renditions for a source: by its short side, never larger than it.
struct LadderPlanner {
    let source: Resolution
    /// Frames a second of the output grid.
    let gridRate: Rational
    let preset: Preset

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
    func plan(gop: Int, divisors: [Int: Int]) -> (rungs: [RungPlan], dropped: [DroppedRung]) {
        let (choices, dropped) = choose()
        var rungs: [RungPlan] = []
        for choice in choices {
            let divisor = divisors[choice.rung.size] ?? 1
            // Scaled from the next higher rung whose frames include this one's.
            let from = rungs.lastIndex { divisor % $0.divisor == 0 }
            rungs.append(rung(choice, gop: gop, divisor: divisor, scaledFrom: from))
        }
        return (rungs, dropped)
    }

    /// Every how many frames of the grid each rung has one, by the rung's size.
    func divisors() -> [Int: Int] {
        Dictionary(
            preset.ladder.map { rung in
                let limit = rung.maxFrameRate ?? preset.video.maxFrameRate
                return (rung.size, max(1, (gridRate / limit).ceiling))
            }, uniquingKeysWith: max)
    }

    private func choose() -> ([Choice], [DroppedRung]) {
        let short = source.shortSide
        let ladder = preset.ladder.sorted { $0.size > $1.size }
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
        let level = H264Level(rawValue: choice.rung.level)
        let size = fitted(choice.shortSide, to: level, frameRate: frameRate)
        let (timescale, ticks) = Self.timescale(frameRate)
        let name =
            choice.isOwnSize || size.shortSide < choice.shortSide
            ? "\(size.shortSide)p" : choice.rung.name
        return RungPlan(
            name: name, size: size, divisor: divisor, frameRate: frameRate, gop: gop / divisor,
            timescale: timescale, ticksPerFrame: ticks, ceiling: choice.ceiling,
            crf: choice.rung.crf,
            encoder: "libx264",
            options: options(choice, size: size, frameRate: frameRate, gop: gop / divisor),
            scaledFrom: scaledFrom)
    }

    /// The even size with that short side and the source's shape; smaller if its long side would break the level.
    private func fitted(_ short: Int, to level: H264Level?, frameRate: Rational) -> Resolution {
        var side = short
        while true {
            let size = Self.even(source, shortSide: side)
            guard let level, !level.fits(size, frameRate: frameRate), side > 2 else { return size }
            side -= 2
        }
    }

    /// Even numbers, since 4:2:0 needs them; the aspect is off by less than a pixel.
    static func even(_ source: Resolution, shortSide: Int) -> Resolution {
        let short = max(2, shortSide / 2 * 2)
        let long = Rational(source.longSide, max(1, source.shortSide)) * short
        let evenLong = max(2, (long / 2).rounded * 2)
        return source.isPortrait
            ? Resolution(width: short, height: evenLong)
            : Resolution(width: evenLong, height: short)
    }

    /// Ticks a second, at least 10,000, in which a frame lasts a whole number: 30000 for 30 and 30000/1001.
    static func timescale(_ frameRate: Rational) -> (timescale: Int, ticksPerFrame: Int) {
        var factor = 1
        while frameRate.numerator * factor < 10_000 || frameRate.denominator * factor < 4 {
            factor *= 10
        }
        return (frameRate.numerator * factor, frameRate.denominator * factor)
    }

    private func options(
        _ choice: Choice, size: Resolution, frameRate: Rational, gop: Int
    ) -> [String: String] {
        let rung = choice.rung
        let encoder = preset.video.encoder
        let ceiling = choice.ceiling
        let bufferSeconds = Double(rung.bufsize) / Double(rung.maxrate.bitsPerSecond)
        // x264 leaves an encode's first picture as coarse as a P-picture: its rule that makes I-pictures finer by `ipratio`
        // looks at the picture before. The first one of a segment must not be worse than other I-pictures.
        let finer = encoder.options["ipratio"] ?? (encoder.tune == "grain" ? "1.1" : "1.4")
        var parameters = ["zones": "0,0,b=\(finer)"]
        parameters.merge(encoder.options) { _, chosen in chosen }
        var options = [
            "preset": encoder.preset, "profile": rung.profile.rawValue,
            "level": level(rung, size, frameRate),
            "crf": String(format: "%g", rung.crf), "maxrate": "\(ceiling)",
            "bufsize": "\(Int((Double(ceiling) * bufferSeconds).rounded()))", "g": "\(gop)",
            "keyint_min": "\(gop)", "sc_threshold": "0", "flags": "+cgop",
            // x264 copies CEA-608 captions from the source by default; the playlist says that there are none.
            "a53cc": "0",
            "color_range": "tv", "colorspace": "bt709", "color_primaries": "bt709",
            "color_trc": "bt709",
            "x264-params": parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(
                separator: ":"),
        ]
        options["tune"] = encoder.tune
        return options
    }

    /// The rung's level; for a rendition smaller than the rung, the lowest that it fits.
    private func level(_ rung: Rung, _ size: Resolution, _ frameRate: Rational) -> String {
        guard size.shortSide < rung.size else { return rung.level }
        return H264Level.lowest(for: size, frameRate: frameRate).rawValue
    }
}
