public import Logging
import MediaModel
import MediaSandbox
public import Presets

/// Tries presets on samples: encodes them as `run` does, and looks at what came out.
public struct Evaluation: Sendable {
    private let options: EvaluationOptions
    private let samples: SampleFolder
    private let logger: Logger

    public init(_ options: EvaluationOptions, on samples: SampleFolder, logger: Logger) {
        self.options = options
        self.samples = samples
        self.logger = logger
    }

    /// Tries one preset on every sample.
    ///
    /// - Parameters:
    ///   - preset: As it was read.
    ///   - file: Where from.
    ///   - onClip: Told of each clip when it is done.
    /// - Returns: What came of it, also where it took too long.
    /// - Throws: `CancellationError`; `SandboxServerError`; everything else is a finding.
    public func run(
        _ preset: Preset, file: String, onClip: @Sendable (EvaluatedClip) -> Void
    ) async throws -> EvaluatedPreset {
        let (clock, limit) = (ContinuousClock(), options.limit)
        let started = clock.now
        var clips: [EvaluatedClip] = []
        for clip in samples.clips {
            let left = limit - (clock.now - started) / .seconds(1)
            let evaluation = try await TimeLimit.run(seconds: left) {
                try await tryClip(clip, preset)
            }
            guard let evaluation else {
                let finding = EvaluationFinding.error(
                    .time, nil,
                    "not done within \(Figure.fixed(limit, 0)) s, \(clips.count) of "
                        + "\(samples.clips.count) clips were: take fewer or shorter clips "
                        + "(--media, --seconds), or raise --limit")
                return EvaluatedPreset(
                    file: file, preset: preset.name, clips: clips, findings: [finding])
            }
            clips.append(evaluation)
            onClip(evaluation)
        }
        return EvaluatedPreset(file: file, preset: preset.name, clips: clips)
    }

    private static let refusals: Set<UploadError.Code> = [
        .tooLarge, .noTracks, .tooLong, .tooManyPixels, .tooManyBytes, .tooManyStreams,
        .tooManyPackets, .tooMuchExpansion,
    ]

    private func tryClip(
        _ clip: (name: String, path: String), _ preset: Preset
    ) async throws -> EvaluatedClip {
        do {
            let encoded = try await EncodedClip(
                clip.path, preset: preset, options, in: samples.output(), logger: logger)
            return try await encoded.judged(as: clip.name)
        } catch let error as CancellationError {
            throw error
        } catch let error as SandboxServerError {
            throw error
        } catch let error as UploadError {
            // A clip that is refused by what the preset says (its limits, sound alone), or that `compress` would make larger,
            // tells of the clip, and not of the preset.
            let severity: EvaluationFinding.Severity =
                Self.refusals.contains(error.code) ? .note : .error
            let message = "\(error.code.rawValue): \(error.reason); \(error.advice)"
            return EvaluatedClip(
                clip: clip.name, findings: [EvaluationFinding(severity, .run, nil, message)])
        } catch {
            return EvaluatedClip(clip: clip.name, findings: [.error(.run, nil, "\(error)")])
        }
    }
}
