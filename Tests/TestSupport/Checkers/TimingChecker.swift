import Foundation

/// Checks a package's times: all tracks start and end together, and playlists have their times.
public enum TimingChecker {
    /// The tolerance of starts, in seconds.
    private static let startTolerance = 0.020
    /// The tolerance of a playlist's durations, in seconds, summed over all segments.
    private static let playlistTolerance = 0.001

    public static func problems(in package: PublishedPackage) async throws -> [String] {
        let folder = try TemporaryFolder("timing")
        var videos: [(track: PublishedTrack, times: TrackTimes)] = []
        var audioTracks: [(track: PublishedTrack, times: TrackTimes)] = []
        for rung in package.rungs {
            videos.append((rung.track, try await times(rung.track, folder)))
        }
        for track in package.audio { audioTracks.append((track, try await times(track, folder))) }
        var problems = (videos + audioTracks).flatMap { playlistProblems($0.track, $0.times) }
        for (track, times) in videos {
            let strays = zip(times.segmentStarts, videos[0].times.segmentStarts)
                .filter { abs($0 - $1) > playlistTolerance }
            let others = videos[0].track.segments.count
            if !strays.isEmpty || track.segments.count != others {
                problems.append("\(track.name): segments start at other times than in other rungs")
            }
            if times.segmentsStartWithKey.contains(false) {
                problems.append("\(track.name): a segment does not start with a keyframe")
            }
        }
        let all = videos + audioTracks
        for one in all {
            if abs(one.times.start) > startTolerance {
                problems.append("\(one.track.name): starts at \(one.times.start) s")
            }
            if abs(one.times.lastPacketEnd - one.times.end) > one.times.frame {
                problems.append(
                    "\(one.track.name): ends at \(one.times.end) s by its boxes, "
                        + "at \(one.times.lastPacketEnd) s by its packets"
                )
            }
            let end = all.map(\.times.end).max() ?? 0
            if end - one.times.end > one.times.frame + playlistTolerance {
                problems.append(
                    "\(one.track.name): ends at \(one.times.end) s, another at \(end) s")
            }
        }
        return problems
    }

    private static func times(
        _ track: PublishedTrack,
        _ folder: TemporaryFolder
    ) async throws -> TrackTimes {
        try await TrackTimes(of: track, joined: track.joined(into: folder.url))
    }

    /// Compares EXTINF with the times of the media.
    private static func playlistProblems(_ track: PublishedTrack, _ times: TrackTimes) -> [String] {
        var problems: [String] = []
        let ends = Array(times.segmentStarts.dropFirst()) + [times.end]
        for (index, segment) in track.segments.enumerated() {
            let measured = ends[index] - times.segmentStarts[index]
            // RFC 8216, 4.3.3.1: rounded to the nearest integer, at most the target duration.
            if Int(segment.duration.rounded()) > track.targetDuration {
                problems.append("\(track.name): segment \(index) is longer than the target")
            }
            // A first packet before an edit's start makes the first segment longer.
            if index > 0, abs(measured - segment.duration) > playlistTolerance {
                problems.append(
                    "\(track.name): segment \(index): \(measured) s, EXTINF \(segment.duration)"
                )
            }
        }
        let length = times.end - times.start
        if abs(length - track.duration) > playlistTolerance {
            problems.append("\(track.name): lasts \(length) s, playlist \(track.duration) s")
        }
        return problems
    }
}
