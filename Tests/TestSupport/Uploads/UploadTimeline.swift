public import Foundation

/// When an upload's frames are shown and where its time 0 lies, by ffprobe's decoding.
///
/// uploads.md: time 0 of a package is the first frame or sample of the kept tracks.
public struct UploadTimeline: Sendable {
    /// A sound track that has a decoder.
    public struct Audio: Sendable {
        public let stream: FFprobe.Stream
        /// Seconds on the file's own clock: the first sample; `nil` if none can be decoded.
        public let start: Double?
        /// Seconds on the file's own clock: the end of the last packet.
        public let end: Double?
    }

    /// The video track: the one with the most pictures that is no cover; `nil` for sound only.
    public let video: FFprobe.Stream?
    /// The default sound track, then the others in the file's order.
    public let audioTracks: [Audio]
    /// Seconds on the file's own clock, ascending: when each frame is shown.
    public let frameTimes: [Double]
    public let info: FFprobe.Info

    public init(of upload: URL) async throws {
        info = try await FFprobe.info(of: upload)
        video = info.streams
            .filter { $0.kind == "video" && $0.disposition?["attached_pic"] != 1 }
            .max { Int($0.packets ?? "") ?? 0 < Int($1.packets ?? "") ?? 0 }
        frameTimes =
            if let video {
                try await FFprobe.rows(of: upload, stream: video.index, "frame=\(Self.shown)")
                    .compactMap { $0.first.flatMap(Double.init) }.sorted()
            } else {
                []
            }
        var audioTracks: [Audio] = []
        for stream in Self.audioTracks(of: info) {
            audioTracks.append(try await Self.measure(stream, of: upload))
        }
        self.audioTracks = audioTracks
    }

    /// The track that is heard unless another one is chosen; `nil` without sound.
    public var audio: FFprobe.Stream? { audioTracks.first?.stream }

    /// Seconds on the file's own clock: the first frame or sample of all.
    public var zero: Double {
        (audioTracks.map(\.start) + [frameTimes.first]).compactMap(\.self).min() ?? 0
    }

    /// Seconds from the first frame or sample to the end of the last.
    public var duration: Double {
        let videoEnd = frameTimes.last.map { $0 + medianGap }
        return ((audioTracks.map(\.end) + [videoEnd]).compactMap(\.self).max() ?? zero) - zero
    }

    /// Seconds between two frames, mostly; 40 ms for a single frame.
    public var medianGap: Double {
        let gaps = zip(frameTimes.dropFirst(), frameTimes).map { $0 - $1 }.sorted()
        return gaps.isEmpty ? 0.04 : gaps[gaps.count / 2]
    }

    /// The frame that is on screen so many seconds after time 0; the first one before it.
    public func frameIndex(at seconds: Double) -> Int {
        let time = zero + seconds + 0.0005  // ffprobe prints microseconds, containers milliseconds
        return max(0, (frameTimes.firstIndex { $0 > time } ?? frameTimes.count) - 1)
    }

    /// The name of the field that says when a decoded frame is shown.
    private static let shown = "best_effort_timestamp_time"

    private static func audioTracks(of info: FFprobe.Info) -> [FFprobe.Stream] {
        let all = info.streams.filter {
            $0.kind == "audio" && $0.codec != nil && $0.channels != 0
        }
        guard let first = all.firstIndex(where: { $0.disposition?["default"] == 1 }) else {
            return all
        }
        return [all[first]] + all[..<first] + all[(first + 1)...]
    }

    private static func measure(_ stream: FFprobe.Stream, of upload: URL) async throws -> Audio {
        let frames = try await FFprobe.rows(
            of: upload,
            stream: stream.index,
            "frame=\(shown)",
            first: 32
        )
        let packets = try await FFprobe.rows(
            of: upload,
            stream: stream.index,
            "packet=pts_time,duration_time"
        )
        let ends = packets.compactMap { row -> Double? in
            guard row.count > 1, let start = Double(row[0]) else { return nil }
            return start + (Double(row[1]) ?? 0)
        }
        return Audio(
            stream: stream,
            start: frames.compactMap { $0.first.flatMap(Double.init) }.min(),
            end: ends.max()
        )
    }
}
