public import Logging
import MediaModel
import MediaSandbox
public import Presets
internal import func Scheduling.withTimeout
internal import Storage

/// Evaluates presets on samples: encodes the samples with the pipeline, and checks and measures the packages.
public struct Evaluation: Sendable {
    private let options: EvaluationOptions
    private let samples: SampleFolder
    private let logger: Logger

    public init(_ options: EvaluationOptions, on samples: SampleFolder, logger: Logger) {
        self.options = options
        self.samples = samples
        self.logger = logger
    }

    /// Evaluates a preset on every sample.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - file: The path or the name of the preset, as the user gave it.
    ///   - onClip: Called after each clip.
    /// - Returns: The evaluation; a timeout is one of its findings.
    /// - Throws: `CancellationError` and `SandboxServerError`; every other error is a finding.
    public func run(
        _ preset: Preset, file: String, onClip: @Sendable (EvaluatedClip) -> Void
    ) async throws -> EvaluatedPreset {
        let limit = options.limit
        let deadline = ContinuousClock.now + .seconds(limit)
        var clips: [EvaluatedClip] = []
        for clip in samples.clips {
            let evaluation = try await withTimeout(until: deadline) {
                try await evaluate(clip, preset)
            }
            guard let evaluation else {
                let finding = EvaluationFinding.error(
                    .time, nil,
                    "not done within \(Figure.fixed(limit, 0)) s: \(clips.count) of "
                        + "\(samples.clips.count) clips evaluated; use fewer or shorter clips, or a "
                        + "longer time limit")
                return EvaluatedPreset(
                    file: file, preset: preset.name, clips: clips, findings: [finding])
            }
            clips.append(evaluation)
            onClip(evaluation)
        }
        return EvaluatedPreset(file: file, preset: preset.name, clips: clips)
    }

    private static let rejections: Set<UploadError.Code> = [
        .tooLarge, .noTracks, .tooLong, .tooManyPixels, .tooManyBytes, .tooManyStreams,
        .tooManyPackets, .tooMuchExpansion,
    ]

    private func evaluate(
        _ clip: (name: String, location: Location), _ preset: Preset
    ) async throws -> EvaluatedClip {
        do {
            let encoded = try await EncodedClip(
                clip.location, preset: preset, options, in: samples.output(), logger: logger)
            return try await encoded.evaluated(as: clip.name)
        } catch let error as CancellationError {
            throw error
        } catch let error as SandboxServerError {
            throw error
        } catch let error as UploadError {
            // A clip that the preset's limits reject, that lacks the required tracks, or that compression would make larger is
            // no defect of the preset.
            let severity: EvaluationFinding.Severity =
                Self.rejections.contains(error.code) ? .note : .error
            let message = "\(error.code.rawValue): \(error.message); \(error.advice)"
            return EvaluatedClip(
                clip: clip.name, findings: [EvaluationFinding(severity, .run, nil, message)])
        } catch {
            return EvaluatedClip(clip: clip.name, findings: [.error(.run, nil, "\(error)")])
        }
    }
}
