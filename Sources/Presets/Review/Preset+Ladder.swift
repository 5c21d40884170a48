import MediaUnits

/// Rates and buffers of rungs, and the steps between them.
extension Preset {
    var ladderFindings: [Finding] {
        // Rungs of another codec are a ladder of their own.
        let steps = VideoCodec.allCases.flatMap { codec in
            let rungs = ladder.enumerated().filter { $0.element.codec == codec }
            return zip(rungs, rungs.dropFirst()).compactMap { higher, lower in
                step(from: higher.element, to: lower.element, index: lower.offset)
            }
        }
        let rungs = ladder.enumerated().flatMap { index, rung in
            [bitrate(rung, index), Self.buffer(rung, index)].compactMap { $0 }
        }
        return steps + rungs
    }

    private func step(from higher: Rung, to lower: Rung, index: Int) -> Finding? {
        let ratio = Rational(higher.maxrate.bitsPerSecond, lower.maxrate.bitsPerSecond)
        guard ratio < Rational(3, 2) || ratio > Rational(2) else { return nil }
        let (least, most) = (
            higher.maxrate.bitsPerSecond / 2000, higher.maxrate.bitsPerSecond * 2 / 3000
        )
        // With half the frames goes half of the step: the pictures of both are as good.
        let slowdown = frameRate(higher) / frameRate(lower)
        let isGap = ratio / max(Rational(1), slowdown) > Rational(4)
        return Finding(
            isGap ? .ladderGap : .ladderStep, Self.path(index, "maxrate"),
            "the rung before has \(Self.tenths(ratio)) times as much",
            advice: ratio > Rational(2)
                ? "put a rung between them" : "write \(least)k to \(most)k, or leave the rung out")
    }

    private func frameRate(_ rung: Rung) -> Rational { rung.maxFrameRate ?? video.maxFrameRate }

    /// Bits that there are for each pixel of a 16:9 picture at full rate.
    private func bitrate(_ rung: Rung, _ index: Int) -> Finding? {
        let pixels = Rung.widescreen(size: rung.size).pixelCount
        let rate = (rung.maxrate.bitsPerSecond, frameRate(rung))
        let pixelRate = rate.1 * pixels
        let bits = Rational(rate.0) / pixelRate
        guard bits < Rational(1, 50) || bits > Rational(1, 2) else { return nil }
        let (least, most) = ((pixelRate / 50).ceiling, (pixelRate / 2).floor)
        return Finding(
            .rungBitrate, Self.path(index, "maxrate"),
            "\(rung.maxrate) for \(rung.size)p at \(rate.1) frames/s",
            advice: "write \(least / 1000 + 1)k to \(most / 1000)k")
    }

    private static func buffer(_ rung: Rung, _ index: Int) -> Finding? {
        let seconds = Rational(rung.bufsize, rung.maxrate.bitsPerSecond)
        guard seconds < Rational(1, 2) || seconds > Rational(2) else { return nil }
        return Finding(
            .rungBuffer, path(index, "bufsize"), "a buffer of \(tenths(seconds)) s",
            advice: "write 1.5s, or leave it out")
    }

    /// With one place: "3.3".
    static func tenths(_ number: Rational) -> String {
        let tenths = (number * 10).rounded
        return "\(tenths / 10).\(tenths % 10)"
    }
}
