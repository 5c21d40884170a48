public import Foundation

/// Judges whether a package's sound is the upload's and on time, by cross-correlation.
///
/// One second each from the beginning, the middle and the end is compared, so that drift shows too.
public enum AudioJudge {
    public enum Verdict: Sendable, Equatable {
        /// The upload is silent wherever we listen: nothing to compare.
        case silent
        /// Nothing wrong if empty.
        case heard([String])
    }

    /// Samples: the sound may be this early or late (20 ms).
    static let tolerance = AudioSamples.rate / 50
    /// Samples: how far away the sound is looked for (100 ms).
    private static let reach = AudioSamples.rate / 10
    /// Correlation that the same sound still has after AAC (0.85 at the worst of the corpus).
    private static let likeness: Float = 0.7
    /// Root mean square of what counts as silence: -70 dB of full scale.
    private static let silence: Float = 0.0003

    /// Decodes and compares every sound track of both, the default one first.
    ///
    /// - Returns: `nil` for an upload without sound.
    public static func verdict(
        on package: PublishedPackage,
        of upload: URL,
        _ timeline: UploadTimeline
    ) async throws -> Verdict? {
        guard !timeline.audioTracks.isEmpty else { return nil }
        guard package.audio.count == timeline.audioTracks.count else {
            let expected = timeline.audioTracks.count
            return .heard(["\(package.audio.count) sound tracks, expected \(expected)"])
        }
        let folder = try TemporaryFolder("judged")
        var isSilent = true
        var faults: [String] = []
        for (track, audio) in zip(package.audio, timeline.audioTracks) {
            let original = try await AudioSamples(of: upload, audio, zero: timeline.zero)
            let joined = try track.joined(into: folder.url)
            let copy = try await AudioSamples(of: joined, stream: 0, zero: 0)
            guard case .heard(let found) = verdict(upload: original, package: copy) else {
                continue
            }
            isSilent = false
            faults += found.map { "\(track.name): \($0)" }
        }
        return isSilent ? .silent : .heard(faults)
    }

    /// Compares one sound track.
    public static func verdict(upload: AudioSamples, package: AudioSamples) -> Verdict {
        let (original, copy) = (upload.values, package.values)
        let length = min(AudioSamples.rate, min(original.count, copy.count))
        guard length > 0 else {
            return .heard(["\(copy.count) samples, the upload has \(original.count)"])
        }
        let room = max(0, min(original.count, copy.count) - length)
        var faults: [String] = []
        var heard = false
        for part in 0..<3 {
            let third = room * part / 3..<max(room * part / 3 + 1, room * (part + 1) / 3)
            guard let start = loudest(original, length: length, in: third) else { continue }
            heard = true
            let match = Match(of: original, in: copy, at: start, length: length, reach: reach)
            if match.correlation < likeness || abs(match.lag) > tolerance {
                let milliseconds = match.lag * 1000 / AudioSamples.rate
                faults.append(
                    "at \(start / AudioSamples.rate) s: correlation \(match.correlation), "
                        + "\(milliseconds) ms late"
                )
            }
        }
        return heard ? .heard(faults) : .silent
    }

    /// Where in a range the loudest stretch of this length starts; `nil` if all is silent.
    private static func loudest(_ samples: [Float], length: Int, in range: Range<Int>) -> Int? {
        let step = max(1, range.count / 8)
        let starts = stride(from: range.lowerBound, to: range.upperBound, by: step)
        let levels = starts.map { ($0, Match.energy(of: samples, at: $0, length: length)) }
        guard let best = levels.max(by: { $0.1 < $1.1 }) else { return nil }
        return best.1 / Float(length) > silence * silence ? best.0 : nil
    }
}
