import MediaUnits

/// Levels against the size, the rate and the bits of their rungs.
extension PartialPreset {
    var levelFindings: [Finding] { rungs.flatMap { $0.levelFindings(below: maxFrameRate) } }
}

extension PartialRung {
    fileprivate func levelFindings(below limit: Rational?) -> [Finding] {
        [rateFinding(limit), sizeFinding, bitrateFinding].compactMap { $0 }
    }

    private func rateFinding(_ limit: Rational?) -> Finding? {
        guard let maxFrameRate, let limit, maxFrameRate > limit else { return nil }
        return Finding(
            .rungFrameRate, path("maxFrameRate"), about: path(),
            "\(maxFrameRate) frames/s are above video.maxFrameRate (\(limit))",
            advice: "write \(limit) or less, or raise video.maxFrameRate")
    }

    private var sizeFinding: Finding? {
        guard let codec, let level, let size, let frameRate else { return nil }
        let picture = Rung.widescreen(size: size)
        guard !codec.level(level, holds: picture, frameRate: frameRate) else { return nil }
        return Finding(
            .levelSize, path("level"), about: path(),
            "level \(level) does not hold \(picture) at \(frameRate) frames/s",
            advice: higherLevel ?? "lower size or maxFrameRate")
    }

    private var bitrateFinding: Finding? {
        guard let codec, let level, let maxrate, let bufsize, let profile,
            let most = codec.bits(of: level, profile),
            maxrate > most.rate || bufsize > most.buffer
        else { return nil }
        return Finding(
            .levelBitrate, path("level"), about: path(),
            "level \(level) allows a maxrate of \(most.rate) and a bufsize of "
                + "\(most.buffer / 1000)k, not \(maxrate) and \(bufsize / 1000)k",
            advice: higherLevel ?? "lower maxrate or bufsize")
    }

    /// What to write for a level that is too low; `nil` where no level is high enough.
    private var higherLevel: String? {
        guard let codec, let level, let size, let frameRate, let maxrate, let bufsize, let profile
        else { return nil }
        let lowest = Rung.lowestLevel(
            of: codec, size: size, frameRate: frameRate, maxrate: maxrate, bufsize: bufsize,
            profile: profile)
        return codec.level(level, isBelow: lowest) ? "write level: \(lowest), or leave it out" : nil
    }
}
