public import Foundation

/// When an upload's frames are shown and where its time 0 lies, by ffprobe's decoding.
///
/// uploads.md: time 0 of a package is the first frame or sample of the kept tracks.
public struct UploadTimeline: Sendable {
    /// The video track: the one with the most pictures that is no cover; `nil` for sound only.
    public let video: FFprobe.Stream?
    /// The first sound track with a decoder.
    public let audio: FFprobe.Stream?
    /// Seconds on the file's own clock, ascending: when each frame is shown.
    public let frameTimes: [Double]
    /// Seconds on the file's own clock: the first sample of the sound.
    public let audioStart: Double?
    /// Seconds on the file's own clock: the end of the last packet of the sound.
    public let audioEnd: Double?
    public let facts: FFprobe.Facts

    public init(of upload: URL) async throws {
        facts = try await FFprobe.facts(of: upload)
        video = facts.streams
            .filter { $0.kind == "video" && $0.disposition?["attached_pic"] != 1 }
            .max { Int($0.packets ?? "") ?? 0 < Int($1.packets ?? "") ?? 0 }
        audio = facts.streams.first { $0.kind == "audio" && $0.codec != nil && $0.channels != 0 }
        let entry = "best_effort_timestamp_time"
        var times: [Double] = []
        if let video {
            let rows = try await FFprobe.rows(of: upload, stream: video.index, "frame=\(entry)")
            times = rows.compactMap { $0.first.flatMap(Double.init) }.sorted()
        }
        frameTimes = times
        guard let audio else {
            (audioStart, audioEnd) = (nil, nil)
            return
        }
        let first = try await FFprobe.rows(
            of: upload,
            stream: audio.index,
            "frame=\(entry)",
            first: 32
        )
        audioStart = first.compactMap { $0.first.flatMap(Double.init) }.min()
        let packets = try await FFprobe.rows(
            of: upload,
            stream: audio.index,
            "packet=pts_time,duration_time"
        )
        audioEnd = packets.compactMap { row in
            guard row.count > 1, let start = Double(row[0]) else { return nil }
            return start + (Double(row[1]) ?? 0)
        }.max()
    }

    /// Seconds on the file's own clock: the first frame or sample of all.
    public var zero: Double { [frameTimes.first, audioStart].compactMap(\.self).min() ?? 0 }

    /// Seconds from the first frame or sample to the end of the last.
    public var duration: Double {
        let videoEnd = frameTimes.last.map { $0 + medianGap }
        return ([videoEnd, audioEnd].compactMap(\.self).max() ?? zero) - zero
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
}
