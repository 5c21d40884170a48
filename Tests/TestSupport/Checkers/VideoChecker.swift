public import Foundation

/// Checks that a rung shows the same frames as the upload at the same times.
///
/// The ffmpeg command decodes the upload: autorotated, deinterlaced, scaled to the rung with square
/// pixels, in BT.709 limited range. The two frame grids differ, so the most similar of the upload's
/// frames within half an output frame and one of its own frames is compared.
public struct VideoChecker: Sendable {
    /// The minimum structural similarity of equal frames.
    public static let threshold = 0.90
    /// The minimum side for SSIM, which compares blocks of 8 pixels.
    public static let smallestSide = 16

    private let upload: URL
    private let timeline: UploadTimeline
    private let stream: FFprobe.Stream
    private let folder: TemporaryFolder

    /// Prepares the comparison; `nil` for an upload without video.
    public init?(of upload: URL, _ timeline: UploadTimeline) throws {
        guard let video = timeline.video, !timeline.frameTimes.isEmpty else { return nil }
        self.upload = upload
        self.timeline = timeline
        stream = video
        folder = try TemporaryFolder("frames")
    }

    /// Returns a problem for each time at which a rung shows another frame.
    public func problems(in rungs: [DecodedRung]) async throws -> [String] {
        let comparable = rungs.filter { min($0.size.width, $0.size.height) >= Self.smallestSide }
        let exact = comparable.map { rung in
            rung.sampledTimes.map { [timeline.frameIndex(at: $0)] }
        }
        let first = try await similarities(of: comparable, to: exact)
        let nearby = zip(comparable, first).map { rung, found in
            zip(rung.sampledTimes, found).map { time, similarity in
                similarity >= Self.threshold ? [] : neighbors(of: time, rate: rung.rate)
            }
        }
        let second = try await similarities(of: comparable, to: nearby)
        return comparable.indices.flatMap { index in
            zip(comparable[index].sampledTimes, zip(first[index], second[index]))
                .compactMap { time, found in
                    let best = max(found.0, found.1)
                    let name = comparable[index].variant.track.name
                    return best < Self.threshold
                        ? "\(name): at \(time) s: SSIM \(best)" : nil
                }
        }
    }

    private func neighbors(of seconds: Double, rate: Double) -> [Int] {
        let first = timeline.frameIndex(at: seconds - 0.5 / rate) - 1
        let last = timeline.frameIndex(at: seconds + 0.5 / rate) + 1
        return Array(max(0, first)...min(timeline.frameTimes.count - 1, last))
    }

    /// Returns the best similarity at each compared time of each rung; 0 without a candidate.
    private func similarities(
        of rungs: [DecodedRung],
        to candidates: [[[Int]]]
    ) async throws -> [[Double]] {
        let wanted = Set(candidates.joined().joined()).sorted()
        guard !wanted.isEmpty else { return candidates.map { $0.map { _ in 0 } } }
        let sources = try await sourceFrames(wanted, for: rungs)
        var results: [[Double]] = []
        for (index, rung) in rungs.enumerated() {
            let pairs = candidates[index].enumerated().flatMap { position, frames in
                frames.compactMap { frame in
                    wanted.firstIndex(of: frame).map { (position, $0) }
                }
            }
            let values = try await FramePairs(size: rung.size).similarities(
                of: rung.samples,
                and: sources[index],
                pairs: pairs
            )
            var best = candidates[index].map { _ in 0.0 }
            for (pair, value) in zip(pairs, values) { best[pair.0] = max(best[pair.0], value) }
            results.append(best)
        }
        return results
    }

    /// Decodes frames of the upload at each rung's size, as raw 4:2:0 pixels.
    private func sourceFrames(_ frames: [Int], for rungs: [DecodedRung]) async throws -> [URL] {
        let selection = frames.map { "lt(abs(t-\(timeline.frameTimes[$0])),0.0006)" }
            .joined(separator: "+")
        var arguments = try await FFmpeg.uncroppedInput.value
        arguments += ["-copyts", "-i", FFprobe.path(upload)]
        var files: [URL] = []
        for rung in rungs {
            let file = folder.file("\(UUID().uuidString).yuv")
            let (width, height) = rung.size
            let filters = [
                "yadif=deint=interlaced", "select='\(selection)'",
                "scale=\(width):\(height):flags=bicubic+accurate_rnd:"
                    + "in_color_matrix=\(matrix):out_color_matrix=bt709:out_range=tv",
                "format=yuv420p",
            ]
            arguments += ["-map", "0:\(stream.index)", "-vf", filters.joined(separator: ",")]
            arguments += ["-fps_mode", "passthrough", "-f", "rawvideo", FFprobe.path(file)]
            files.append(file)
        }
        // Errors of a corrupt upload do not concern the package.
        _ = try await FFmpeg.errorLines(arguments)
        return files
    }

    /// The matrix: BT.709 for untagged video of high definition, otherwise BT.601, as in players.
    private var matrix: String {
        switch stream.colorSpace {
        case "bt709": "bt709"
        case "bt470bg", "smpte170m": "bt601"
        case "bt2020nc", "bt2020c": "bt2020"
        default: min(stream.width ?? 0, stream.height ?? 0) >= 720 ? "bt709" : "bt601"
        }
    }
}
