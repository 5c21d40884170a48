import MediaUnits
internal import VideoCodecs

/// Rules for the levels of rungs: frame size, frame rate and bit rate.
extension PartialPreset {
    var levelProblems: [ValueProblem] { rungs.flatMap { $0.levelProblems(below: maxFrameRate) } }
}

extension PartialRung {
    fileprivate func levelProblems(below limit: Rational?) -> [ValueProblem] {
        [rateProblem(limit), sizeProblem, bitrateProblem].compactMap { $0 }
    }

    private func rateProblem(_ limit: Rational?) -> ValueProblem? {
        guard let maxFrameRate, let limit, maxFrameRate > limit else { return nil }
        return ValueProblem(
            .rungFrameRate, path("maxFrameRate"), about: path(),
            "\(maxFrameRate) frames/s exceed video.maxFrameRate (\(limit))",
            advice: "write \(limit) or less, or raise video.maxFrameRate")
    }

    private var sizeProblem: ValueProblem? {
        guard let codec, let level, let size, let frameRate else { return nil }
        guard !isSupported(by: level, of: codec) else { return nil }
        return ValueProblem(
            .levelSize, path("level"), about: path(),
            "level \(level) does not allow \(Rung.widescreen(size: size)) at \(frameRate) frames/s",
            advice: higherLevel ?? "lower size or maxFrameRate")
    }

    private var bitrateProblem: ValueProblem? {
        guard let codec, let level, let maxrate, let bufsize, let profile,
            let most = codec.model.limits(of: level, profile), !isAllowed(by: level, of: codec)
        else { return nil }
        return ValueProblem(
            .levelBitrate, path("level"), about: path(),
            "level \(level) allows a maxrate of \(most.bitrate) and a bufsize of "
                + "\(most.buffer / 1000)k, not \(maxrate) and \(bufsize / 1000)k",
            advice: higherLevel ?? "lower maxrate or bufsize")
    }

    /// The remedy for a level that is too low; `nil` if no level is high enough.
    private var higherLevel: String? {
        guard let codec, let level else { return nil }
        let lowest = codec.model.lowestLevel {
            isSupported(by: $0, of: codec) && isAllowed(by: $0, of: codec)
        }
        guard codec.model.level(level, isBelow: lowest) else { return nil }
        let isKnown = size != nil && frameRate != nil && bufsize != nil && profile != nil
        return "write level: \(lowest)\(isKnown ? "" : " or higher"), or remove it"
    }

    /// Returns whether a level supports 16:9 video, as far as size and rate are known.
    private func isSupported(by level: String, of codec: VideoCodec) -> Bool {
        guard let size, let frameRate else { return true }
        return codec.model.level(level, supports: Rung.widescreen(size: size), frameRate: frameRate)
    }

    /// Returns whether a level allows the bit rate and the buffer, as far as they are known.
    private func isAllowed(by level: String, of codec: VideoCodec) -> Bool {
        guard let maxrate, let bufsize, let profile else { return true }
        let limits = codec.model.limits(of: level, profile)
        return limits?.allow(maxrate, bufsize: bufsize) ?? true
    }
}
