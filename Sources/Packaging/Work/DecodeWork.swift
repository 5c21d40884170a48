internal import LibAV
package import MediaModel
internal import MediaSandbox
package import Sandbox
internal import Storage
internal import SystemPackage

/// Decodes finished segments, each with its init segment only.
package struct DecodeWork: MediaWork {
    /// What was decoded of a segment.
    package struct Segment: Codable, Sendable {
        /// The frames of its video; without video, those of its audio.
        package var frames = 0
        /// The frames and packets of all of its streams that could not be decoded without an error.
        package var corrupt = 0
    }

    /// The tracks, whose files lie below the artifact folder.
    package let tracks: [TrackMeasurement.Track]

    package init(tracks: [TrackMeasurement.Track]) { self.tracks = tracks }

    /// The segments of each track.
    package typealias Output = [[Segment]]

    package static let kind = "decode"

    package func run(in context: SandboxContext) throws -> [[Segment]] {
        let folder = try context.openArtifacts()
        return try tracks.map { track in
            try track.segments.map { segment in
                try decode(
                    (track.initialization.map { [$0] } ?? []) + [segment], in: folder,
                    isStopped: context.isStopped)
            }
        }
    }

    private func decode(
        _ parts: [TrackMeasurement.FileRange], in folder: OpenFolder,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> Segment {
        let demuxer = try Demuxer(
            try FileRangesReader(parts, in: folder), name: parts[parts.count - 1].path.string,
            analyze: true, stopWhen: isStopped)
        let streams = demuxer.streams.filter { $0.kind == .video || $0.kind == .audio }
        let main = streams.first { $0.kind == .video } ?? streams.first
        demuxer.select(Set(streams.map(\.index)))
        var decoders: [Int: Decoder] = [:]
        for stream in streams {
            decoders[stream.index] = try Decoder(demuxer, stream: stream.index, threads: 1)
        }
        var segment = Segment()
        func count(_ stream: Int, _ frame: borrowing Frame) {
            if frame.isCorrupt {
                segment.corrupt += 1
            } else if stream == main?.index {
                segment.frames += 1
            }
        }
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            let index = packet.streamIndex
            try decoders[index]?.decode(packet) { count(index, $0) }
        }
        for (index, decoder) in decoders {
            try decoder.drain { count(index, $0) }
            segment.corrupt += decoder.corruptPackets
        }
        return segment
    }
}
