public import Foundation

/// Checks by cross-correlation that a package's audio is the upload's and on time.
///
/// One second each from the beginning, the middle and the end is compared, to detect drift as well.
public enum AudioChecker {
    public enum Outcome: Sendable, Equatable {
        /// All compared parts of the upload are silent.
        case silent
        /// The problems of the compared parts.
        case compared([String])
    }

    /// The tolerance of the offset, in samples (20 ms).
    static let tolerance = AudioSamples.rate / 50
    /// The largest offset that is searched, in samples (100 ms).
    private static let reach = AudioSamples.rate / 10
    /// The minimum correlation of equal audio after AAC (at least 0.85 for the corpus).
    private static let minCorrelation: Float = 0.7
    /// The largest root mean square of silence: -70 dB of full scale.
    private static let silence: Float = 0.0003

    /// Decodes and compares every audio track of both, the default track first.
    ///
    /// - Returns: `nil` for an upload without audio.
    public static func outcome(
        on package: PublishedPackage,
        of upload: URL,
        _ timeline: UploadTimeline
    ) async throws -> Outcome? {
        guard !timeline.audioTracks.isEmpty else { return nil }
        guard package.audio.count == timeline.audioTracks.count else {
            let expected = timeline.audioTracks.count
            return .compared(["\(package.audio.count) audio tracks, expected \(expected)"])
        }
        let folder = try TemporaryFolder("audio")
        var isSilent = true
        var problems: [String] = []
        for (track, audio) in zip(package.audio, timeline.audioTracks) {
            let original = try await AudioSamples(of: upload, audio, zero: timeline.zero)
            let joined = try track.joined(into: folder.url)
            let copy = try await AudioSamples(of: joined, stream: 0, zero: 0)
            guard case .compared(let found) = outcome(upload: original, package: copy) else {
                continue
            }
            isSilent = false
            problems += found.map { "\(track.name): \($0)" }
        }
        return isSilent ? .silent : .compared(problems)
    }

    /// Compares one audio track.
    public static func outcome(upload: AudioSamples, package: AudioSamples) -> Outcome {
        let (original, copy) = (upload.values, package.values)
        let length = min(AudioSamples.rate, min(original.count, copy.count))
        guard length > 0 else {
            return .compared(["\(copy.count) samples, the upload has \(original.count)"])
        }
        let slack = max(0, min(original.count, copy.count) - length)
        var problems: [String] = []
        var isCompared = false
        for part in 0..<3 {
            let third = slack * part / 3..<max(slack * part / 3 + 1, slack * (part + 1) / 3)
            guard let start = loudest(original, length: length, in: third) else { continue }
            isCompared = true
            let match = AudioMatch(of: original, in: copy, at: start, length: length, reach: reach)
            if match.correlation < minCorrelation || abs(match.lag) > tolerance {
                let milliseconds = match.lag * 1000 / AudioSamples.rate
                problems.append(
                    "at \(start / AudioSamples.rate) s: correlation \(match.correlation), "
                        + "\(milliseconds) ms late"
                )
            }
        }
        return isCompared ? .compared(problems) : .silent
    }

    /// Returns the start of the loudest part of this length in a range; `nil` if all is silent.
    private static func loudest(_ samples: [Float], length: Int, in range: Range<Int>) -> Int? {
        let step = max(1, range.count / 8)
        let starts = stride(from: range.lowerBound, to: range.upperBound, by: step)
        let levels = starts.map { ($0, AudioMatch.energy(of: samples, at: $0, length: length)) }
        guard let best = levels.max(by: { $0.1 < $1.1 }) else { return nil }
        return best.1 / Float(length) > silence * silence ? best.0 : nil
    }
}
