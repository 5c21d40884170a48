public import Foundation

/// The times of an upload's frames, and its time 0, decoded by ffprobe.
///
/// The timeline of a package: time 0 is the first frame or sample of the selected tracks.
public struct UploadTimeline: Sendable {
    /// An audio track with a decoder.
    public struct Audio: Sendable {
        public let stream: FFprobe.Stream
        /// The time of the first sample, in seconds of the file's clock; `nil` if none can be decoded.
        public let start: Double?
        /// The end of the last packet, in seconds of the file's clock.
        public let end: Double?
    }

    /// The video track: the one with the most frames that is not a cover; `nil` for audio only.
    public let video: FFprobe.Stream?
    /// The default audio track, then the others in the file's order.
    public let audioTracks: [Audio]
    /// The time of each frame, in seconds of the file's clock, ascending.
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

    /// The default audio track; `nil` without audio.
    public var audio: FFprobe.Stream? { audioTracks.first?.stream }

    /// The time of the first frame or sample, in seconds of the file's clock.
    public var zero: Double {
        (audioTracks.map(\.start) + [frameTimes.first]).compactMap(\.self).min() ?? 0
    }

    /// The time from the first frame or sample to the end of the last, in seconds.
    public var duration: Double {
        let videoEnd = frameTimes.last.map { $0 + medianGap }
        return ((audioTracks.map(\.end) + [videoEnd]).compactMap(\.self).max() ?? zero) - zero
    }

    /// The median time between two frames, in seconds; 40 ms for a single frame.
    public var medianGap: Double {
        let gaps = zip(frameTimes.dropFirst(), frameTimes).map { $0 - $1 }.sorted()
        return gaps.isEmpty ? 0.04 : gaps[gaps.count / 2]
    }

    /// Returns the frame at a time after time 0, in seconds; the first frame before it.
    public func frameIndex(at seconds: Double) -> Int {
        let time = zero + seconds + 0.0005  // ffprobe prints microseconds, containers milliseconds
        return max(0, (frameTimes.firstIndex { $0 > time } ?? frameTimes.count) - 1)
    }

    /// The name of the field with the time of a decoded frame.
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
