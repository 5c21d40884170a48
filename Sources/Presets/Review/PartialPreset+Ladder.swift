import MediaUnits
internal import VideoCodecs

/// Rates and buffers of rungs, and the steps between them.
extension PartialPreset {
    var ladderProblems: [ValueProblem] {
        // Rungs of another codec are a ladder of their own; one of an unknown codec may be in each.
        let steps = VideoCodec.all.flatMap { codec -> [ValueProblem] in
            let rungs = rungs.filter { $0.codec == nil || $0.codec == codec }
            // The steps of a ladder in the wrong order are not reported.
            guard orderProblems(of: codec).isEmpty else { return [] }
            return zip(rungs, rungs.dropFirst()).compactMap { Self.step(from: $0, to: $1) }
        }
        return steps + rungs.flatMap { [Self.bitrate($0), Self.buffer($0)].compactMap { $0 } }
    }

    private static func step(from higher: PartialRung, to lower: PartialRung) -> ValueProblem? {
        guard higher.codec != nil, lower.codec != nil, let before = higher.maxrate,
            let own = lower.maxrate, let rateBefore = higher.frameRate,
            let rate = lower.frameRate
        else { return nil }
        let ratio = Rational(before.bitsPerSecond, own.bitsPerSecond)
        guard ratio < Rational(3, 2) || ratio > Rational(2) else { return nil }
        let (least, most) = (before.bitsPerSecond / 2000, before.bitsPerSecond * 2 / 3000)
        // A rung with half the frames needs half the bits for the same quality of each frame.
        let slowdown = rateBefore / rate
        let isGap = ratio / max(Rational(1), slowdown) > Rational(4)
        return ValueProblem(
            isGap ? .ladderGap : .ladderStep, lower.path("maxrate"),
            "the maxrate of the rung before is \(tenths(ratio)) times as high",
            advice: ratio > Rational(2)
                ? "add a rung between them" : "write \(least)k to \(most)k, or remove the rung")
    }

    /// Checks the bits per pixel of 16:9 video at the maximum frame rate.
    private static func bitrate(_ rung: PartialRung) -> ValueProblem? {
        guard let size = rung.size, let maxrate = rung.maxrate, let frameRate = rung.frameRate
        else { return nil }
        let pixelRate = frameRate * Rung.widescreen(size: size).pixelCount
        let bits = Rational(maxrate.bitsPerSecond) / pixelRate
        guard bits < Rational(1, 50) || bits > Rational(1, 2) else { return nil }
        let (least, most) = ((pixelRate / 50).ceiling, (pixelRate / 2).floor)
        return ValueProblem(
            .rungBitrate, rung.path("maxrate"), "\(maxrate) for \(size)p at \(frameRate) frames/s",
            advice: "write \(least / 1000 + 1)k to \(most / 1000)k")
    }

    private static func buffer(_ rung: PartialRung) -> ValueProblem? {
        guard let maxrate = rung.maxrate, let bufsize = rung.bufsize else { return nil }
        let seconds = Rational(bufsize, maxrate.bitsPerSecond)
        guard seconds < Rational(1, 2) || seconds > Rational(2) else { return nil }
        return ValueProblem(
            .rungBuffer, rung.path("bufsize"), "a buffer of \(tenths(seconds)) s",
            advice: "write 1.5s, or remove it")
    }

    /// Returns a number with one decimal: "3.3".
    private static func tenths(_ number: Rational) -> String {
        let tenths = (number * 10).rounded
        return "\(tenths / 10).\(tenths % 10)"
    }
}
