internal import Errors
internal import LibAV
package import MediaModel
internal import MediaSandbox
internal import MediaUnits
package import Sandbox
internal import Storage
internal import SystemPackage
internal import VideoCodecs

/// Measures finished tracks from their packets.
package struct MeasureWork: MediaWork {
    /// The tracks, whose files lie below the artifact folder.
    package let tracks: [TrackMeasurement.Track]

    package init(
        tracks: [TrackMeasurement.Track]
    ) {
        self.tracks = tracks
    }

    package typealias Output = [MeasuredTrack]

    package static let kind = "measure"

    package func run(in context: SandboxContext) throws -> [MeasuredTrack] {
        let folder = try context.openArtifacts()
        return try tracks.map { try measure($0, in: folder, isStopped: context.isStopped) }
    }

    private func measure(
        _ requested: TrackMeasurement.Track, in folder: OpenFolder,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> MeasuredTrack {
        var track = MeasuredTrack(segments: [], codec: nil, size: nil)
        for range in requested.segments {
            let reader = try FileRangesReader(
                (requested.initialization.map { [$0] } ?? []) + [range], in: folder)
            let (segment, codec, size) = try measure(range, reader, isStopped: isStopped)
            track.segments.append(segment)
            track.codec = track.codec ?? codec
            track.size = track.size ?? size
        }
        return track
    }

    private func measure(
        _ source: TrackMeasurement.FileRange, _ reader: FileRangesReader,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> (MeasuredSegment, codec: String?, size: Resolution?) {
        let demuxer = try Demuxer(
            reader, name: source.path.string, analyze: true, stopWhen: isStopped)
        let streams = demuxer.streams
        let video = streams.first { $0.kind == .video }
        guard let stream = video ?? streams.first else {
            throw InternalError("\(source.path) has neither video nor audio")
        }
        demuxer.select([stream.index])
        var (starts, ends, keys): ([Int], [Int], [Int]) = ([], [], [])
        var (size, startsWithKey, longest) = (0, false, 0)
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            guard let time = packet.presentationTime ?? packet.decodeTime else { continue }
            if starts.isEmpty { startsWithKey = packet.isKey }
            starts.append(time)
            ends.append(time.addingReportingOverflow(packet.duration).partialValue)
            longest = max(longest, packet.duration)
            size += packet.byteCount
            if packet.isKey { keys.append(time) }
        }
        func seconds(_ ticks: Int) -> Rational { stream.timeBase * ticks }
        let segment = MeasuredSegment(
            bytes: source.range.count, videoBytes: video == nil ? 0 : size,
            start: seconds(starts.min() ?? 0), end: seconds(ends.max() ?? 0),
            tick: max(seconds(longest), Rational(1, 1000)),
            keyframes: video == nil ? [] : keys.map(seconds),
            startsWithKeyframe: video == nil || startsWithKey)
        let configuration = demuxer.configuration(of: stream.index)
        return (segment, Self.codec(stream, configuration), video?.size)
    }

    /// Returns the codec string of a video stream's parameter sets.
    private static func codec(_ stream: StreamInfo, _ configuration: [UInt8]) -> String? {
        VideoCodec.ofStream(stream.codec)?.model.codecString(configuration: configuration)
    }
}
