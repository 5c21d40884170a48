internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Storage
internal import VideoCodecs

/// Joins renditions into one MP4 with its index in front, without encoding anything again.
struct MP4Remux {
    let sources: [RemuxTrack]
    /// Where the files are found.
    let artifacts: OpenFolder

    /// Writes the file; `isStopped` is asked before each packet.
    func write(to path: String, isStopped: @escaping @Sendable () -> Bool) throws {
        let tracks = try sources.map {
            try Track($0, in: artifacts, name: path, isStopped: isStopped)
        }
        let muxer = try Muxer("mp4", file: path, subject: path)
        let entries = VideoCodec.all.map(\.model.sampleEntry)
        for track in tracks {
            try muxer.addStream(copying: 0, of: track.demuxer, sampleEntries: entries)
        }
        // An edit list would only say what decode times from 0 on say already.
        try muxer.writeHeader(options: ["movflags": "+faststart", "use_editlist": "0"])
        for track in tracks { _ = try track.advance() }
        // Always the packet that is due first, so that the file plays while it is loaded.
        while let (index, track) = tracks.enumerated().filter({ $1.due != nil }).min(by: {
            ($0.element.due ?? .zero) < ($1.element.due ?? .zero)
        }) {
            if isStopped() { throw CancellationError() }
            let packet = try track.advance()
            packet.packet.rescale(from: track.timeBase, to: muxer.timeBase(of: index))
            packet.packet.streamIndex = index
            try muxer.write(packet.packet)
        }
        // It moves the whole file, in silence.
        _ = try reportingLiveness(by: isStopped) { try muxer.finish() }
    }
}

/// The packets of one rendition, one ahead, since each lasts until the next one.
private final class Track {
    let demuxer: Demuxer
    let timeBase: Rational
    /// Ticks.
    private let end: Int
    private var current: PacketBox
    private var next: PacketBox
    /// Seconds at which the packet that `advance` gives next is decoded; `nil` at the end.
    private(set) var due: Rational?

    init(
        _ source: RemuxTrack, in artifacts: OpenFolder, name: String,
        isStopped: @escaping @Sendable () -> Bool
    ) throws {
        demuxer = try Demuxer(
            JoinedFiles(source.files, in: artifacts), name: name, analyse: true, stopWhen: isStopped
        )
        timeBase = demuxer.streams[0].timeBase
        end = (source.duration / timeBase).rounded
        current = try PacketBox()
        next = try PacketBox()
    }

    /// The packet that was due; the first call gives none, but makes the first packet due.
    func advance() throws -> PacketBox {
        swap(&current, &next)
        let decoded = current.packet.decodeTime
        let isThere = try demuxer.read(into: next.packet)
        due = isThere ? timeBase * (next.packet.decodeTime ?? 0) : nil
        // A demuxer does not know how long the last packet of a fragment lasts.
        let following = isThere ? next.packet.decodeTime : end
        if let decoded, let following { current.packet.duration = max(0, following - decoded) }
        return current
    }
}

/// A packet where an array can hold it.
private final class PacketBox {
    let packet: Packet
    init() throws { packet = try Packet() }
}
