internal import LibAV
package import Logging
internal import MediaModel
internal import MediaUnits
internal import Planning
package import Presets
internal import VideoCodecs

/// Checks a preset against the encoders of this build, by opening them.
package enum EncoderCheck {
    /// Returns the settings that encoders reject; nothing is encoded.
    package static func problems(for preset: Preset, logger: Logger) -> [ValueProblem] {
        LibAVProcess.prepare(logger: logger)
        let options = VideoCodec.all.filter { codec in
            preset.ladder.contains { $0.codec == codec }
        }.flatMap { optionProblems(preset.video.encoder.options, $0.model) }
        // With several options in one encoder, one that is ignored would not be found.
        return once(options.isEmpty ? rungProblems(preset) + audioProblems(preset) : options)
    }

    /// Returns problems with each missing encoder reported once, where it is first needed.
    static func once(_ problems: [ValueProblem]) -> [ValueProblem] {
        var missing: Set<String> = []
        return problems.filter {
            $0.rule != .encoderMissing || missing.insert($0.message).inserted
        }
    }

    /// Checks each option in a separate encoder of small frames.
    ///
    /// An encoder that cannot be opened without options either, such as a missing one, has none of these problems.
    static func optionProblems(
        _ options: [String: String], _ codec: any VideoCodecModel
    ) -> [ValueProblem] {
        guard let rules = codec.presetOptions else { return [] }
        let format = Encoder.Format.video(
            size: Resolution(width: 64, height: 64), pixelFormat: "yuv420p",
            frameRate: Rational(30))
        guard (try? Encoder(codec.encoder, format, options: [:], subject: codec.name)) != nil
        else { return [] }
        return options.sorted { $0.key < $1.key }.compactMap { name, value in
            let path = "video.encoder.options.\(name)"
            do throws(LibAVError) {
                _ = try Encoder(
                    codec.encoder, format, options: rules.check(name, value), subject: path)
                return nil
            } catch {
                return ValueProblem(
                    .encoderOption, path, "\(rules.encoder): \(error.reason)",
                    advice: "write a name and a value that `\(rules.reference)` lists")
            }
        }
    }

    /// Checks all rungs of a 16:9 upload that fills the ladder, with the options of its plan.
    private static func rungProblems(_ preset: Preset) -> [ValueProblem] {
        guard let highest = preset.ladder.map(\.size).max() else { return [] }
        let planner = LadderPlanner(
            source: LadderPlanner.even(
                Resolution(width: 16, height: 9), shortSide: highest),
            gridRate: preset.video.maxFrameRate, preset: preset)
        // The product of two odd fractions may not fit a `Rational`.
        let frames = preset.video.gop.doubleValue * preset.video.maxFrameRate.doubleValue
        let gop = Int(frames.rounded())
        let rungs = planner.plan(gop: gop, divisors: planner.divisors()).rungs
        return rungs.compactMap { rung in
            let index = preset.ladder.firstIndex { $0.name == rung.name } ?? 0
            let path = "ladder[\(index + 1)]"
            let encoder = rung.codec.model.encoder
            return problem(encoder, codec: path + ".codec", path: path) {
                subject throws(LibAVError) in
                _ = try Encoder(
                    encoder,
                    .video(size: rung.size, pixelFormat: "yuv420p", frameRate: rung.frameRate),
                    options: rung.codec.model.strictOptions(rung.options),
                    subject: subject)
            }
        }
    }

    private static func audioProblems(_ preset: Preset) -> [ValueProblem] {
        guard let audio = preset.audio else { return [] }
        let found = problem("aac", codec: "audio.codec", path: "audio") {
            subject throws(LibAVError) in
            _ = try Encoder(
                "aac", .audio(sampleRate: audio.sampleRate, channels: audio.channels),
                options: ["b": "\(audio.bitrate.bitsPerSecond)"], subject: subject)
        }
        return found.map { [$0] } ?? []
    }

    /// Returns a problem if an encoder cannot be opened.
    ///
    /// - Parameters:
    ///   - encoder: libav's name of the encoder.
    ///   - codec: The preset key that selects the encoder.
    ///   - path: The preset key of the settings.
    ///   - open: Opens the encoder; errors have the subject.
    /// - Returns: `nil` if the encoder can be opened.
    static func problem(
        _ encoder: String, codec: String, path: String, open: (String) throws(LibAVError) -> Void
    ) -> ValueProblem? {
        do throws(LibAVError) {
            try open(path)
            return nil
        } catch {
            return error.isMissingEncoder
                ? missing(encoder, path: codec)
                : ValueProblem(
                    .encoderRefuses, path, "\(encoder): \(error.reason)",
                    advice: "change the settings that it names")
        }
    }

    private static func missing(_ encoder: String, path: String) -> ValueProblem {
        ValueProblem(
            .encoderMissing, path, "this build has no \(encoder)",
            advice: "use a build of FFmpeg's libraries with it")
    }
}
