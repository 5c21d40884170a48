package import MediaModel

extension RungPlan {
    /// Returns the rung with another prediction.
    package func with(_ prediction: RatePrediction) -> RungPlan {
        RungPlan(
            name: name, size: size, divisor: divisor, frameRate: frameRate, gop: gop,
            timescale: timescale, ticksPerFrame: ticksPerFrame, ceiling: ceiling, buffer: buffer,
            level: level, crf: crf, codec: codec, point: point, options: options,
            scaledFrom: scaledFrom, prediction: prediction)
    }
}
