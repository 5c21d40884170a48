internal import LibAV
package import MediaModel
internal import MediaSandbox
internal import MediaUnits
package import Sandbox
internal import Storage
internal import VideoCodecs

/// Measures finished tracks from their packets.
package struct MeasureWork: MediaWork {
    /// Their files lie below the folder that it reads.
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
        _ asked: TrackMeasurement.Track, in folder: OpenFolder,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> MeasuredTrack {
        var track = MeasuredTrack(segments: [], codec: nil, size: nil)
        for part in asked.segments {
            let reader = try PartsReader(
                (asked.initialization.map { [$0] } ?? []) + [part], in: folder)
            let (segment, codec, size) = try measure(part, reader, isStopped: isStopped)
            track.segments.append(segment)
            track.codec = track.codec ?? codec
            track.size = track.size ?? size
        }
        return track
    }

    private func measure(
        _ part: TrackMeasurement.FileRange, _ reader: PartsReader,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> (MeasuredSegment, codec: String?, size: Resolution?) {
        let demuxer = try Demuxer(reader, name: part.path, analyse: true, stopWhen: isStopped)
        let streams = demuxer.streams
        let video = streams.first { $0.kind == .video }
        guard let stream = video ?? streams.first else {
            throw PackagingFault("\(part.path) has neither video nor audio")
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
            bytes: part.range.count, videoBytes: video == nil ? 0 : size,
            start: seconds(starts.min() ?? 0), end: seconds(ends.max() ?? 0),
            tick: max(seconds(longest), Rational(1, 1000)),
            keyframes: video == nil ? [] : keys.map(seconds),
            startsWithKeyframe: video == nil || startsWithKey)
        let configuration = demuxer.configuration(of: stream.index)
        return (segment, Self.codec(stream, configuration), video?.size)
    }

    /// The codec that the parameter sets of a video stream state.
    private static func codec(_ stream: StreamInfo, _ configuration: [UInt8]) -> String? {
        VideoCodec.ofStream(stream.codec)?.model.codecString(configuration: configuration)
    }
}

/// Ranges of files, read as one.
private final class PartsReader: ByteReader {
    private let parts: [(file: RegularFile, range: Range<Int>)]
    let size: Int

    init(_ parts: [TrackMeasurement.FileRange], in folder: OpenFolder) throws {
        self.parts = try parts.map { part in
            let file = try folder.file(below: part.path)
            guard part.range.lowerBound >= 0, part.range.upperBound <= file.size else {
                throw PackagingFault("\(part.path) is shorter than it was")
            }
            return (file, part.range)
        }
        size = parts.reduce(0) { $0 + $1.range.count }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var start = 0
        for (file, range) in parts {
            let (first, end) = (offset - start, range.count)
            start += end
            guard first < end else { continue }
            let part = unsafe UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(buffer.count, end - first)])
            return try unsafe file.read(at: Int64(range.lowerBound + first), into: part)
        }
        return 0
    }
}
