internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Storage
internal import SystemPackage
internal import VideoCodecs

/// Remuxes renditions into one MP4 with its index in front, without encoding.
struct MP4Remux {
    let sources: [RemuxTrack]
    /// The folder of the renditions' artifacts.
    let artifacts: OpenFolder

    /// Writes the file; `isStopped` is called before each packet.
    func write(to path: FilePath, isStopped: @escaping @Sendable () -> Bool) throws {
        let tracks = try sources.map {
            try Track($0, in: artifacts, name: path.string, isStopped: isStopped)
        }
        let muxer = try Muxer("mp4", file: path.string, subject: path.string)
        let entries = VideoCodec.all.map(\.model.sampleEntry)
        for track in tracks {
            try muxer.addStream(copying: 0, of: track.demuxer, sampleEntries: entries)
        }
        // Decode times start at 0, so an edit list would be redundant.
        try muxer.writeHeader(options: ["movflags": "+faststart", "use_editlist": "0"])
        for track in tracks { _ = try track.advance() }
        // Packets are interleaved by decode time, so that the file plays while it is loaded.
        while let (index, track) = tracks.enumerated().filter({ $1.due != nil }).min(by: {
            ($0.element.due ?? .zero) < ($1.element.due ?? .zero)
        }) {
            if isStopped() { throw CancellationError() }
            let packet = try track.advance()
            packet.packet.rescale(from: track.timeBase, to: muxer.timeBase(of: index))
            packet.packet.streamIndex = index
            try muxer.write(packet.packet)
        }
        // The muxer moves the whole file to put the index first, without any report.
        _ = try reportingLiveness(by: isStopped) { try muxer.finish() }
    }
}

/// The packets of one rendition, read one packet ahead, since a packet's duration is the distance to the next one.
private final class Track {
    let demuxer: Demuxer
    let timeBase: Rational
    /// The rendition's end, in ticks.
    private let end: Int
    private var current: PacketBox
    private var next: PacketBox
    /// The decode time of the packet that `advance` returns next, in seconds; `nil` at the end.
    private(set) var due: Rational?

    init(
        _ source: RemuxTrack, in artifacts: OpenFolder, name: String,
        isStopped: @escaping @Sendable () -> Bool
    ) throws {
        demuxer = try Demuxer(
            JoinedFiles(source.files, in: artifacts), name: name, analyze: true, stopWhen: isStopped
        )
        timeBase = demuxer.streams[0].timeBase
        end = (source.duration / timeBase).rounded
        current = try PacketBox()
        next = try PacketBox()
    }

    /// Returns the next packet; the first call only reads ahead, and its result is empty.
    func advance() throws -> PacketBox {
        swap(&current, &next)
        let decoded = current.packet.decodeTime
        let isRead = try demuxer.read(into: next.packet)
        due = isRead ? timeBase * (next.packet.decodeTime ?? 0) : nil
        // A demuxer does not know the duration of a fragment's last packet.
        let following = isRead ? next.packet.decodeTime : end
        if let decoded, let following { current.packet.duration = max(0, following - decoded) }
        return current
    }
}

/// A copyable reference to a packet.
private final class PacketBox {
    let packet: Packet
    init() throws { packet = try Packet() }
}
