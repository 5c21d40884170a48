internal import Foundation
internal import LibAV
internal import MediaUnits
internal import Storage

/// Joins renditions into one MP4 with its index in front, without encoding anything again.
struct MP4Remux {
    /// For each rendition its init segment and its segments, in order.
    let sources: [[String]]

    func write(to path: String) throws {
        let demuxers = try sources.map { files in
            try Demuxer(JoinedFiles(files), name: path, analyse: true) { false }
        }
        let muxer = try Muxer("mp4", file: path, subject: "download.mp4")
        for demuxer in demuxers { try muxer.addStream(copying: 0, of: demuxer) }
        // An edit list would only say what decode times from 0 on say already.
        try muxer.writeHeader(options: ["movflags": "+faststart", "use_editlist": "0"])
        try copy(demuxers, to: muxer)
        _ = try muxer.finish()
    }

    /// Always the packet that is due first, so that the file plays while it is loaded.
    private func copy(_ demuxers: [Demuxer], to muxer: Muxer) throws {
        let timeBases = demuxers.map { $0.streams[0].timeBase }
        let packets = try demuxers.map { _ in try PacketBox() }
        var due: [Rational?] = try demuxers.indices.map { index in
            try next(demuxers[index], packets[index].packet, timeBases[index])
        }
        while let index = due.indices.filter({ due[$0] != nil }).min(by: { due[$0]! < due[$1]! }) {
            let box = packets[index]
            box.packet.streamIndex = index
            box.packet.rescale(from: timeBases[index], to: muxer.timeBase(of: index))
            try muxer.write(box.packet)
            due[index] = try next(demuxers[index], box.packet, timeBases[index])
        }
    }

    /// - Returns: Seconds at which the next packet is decoded; `nil` at the end.
    private func next(
        _ demuxer: Demuxer, _ packet: borrowing Packet, _ timeBase: Rational
    ) throws -> Rational? {
        guard try demuxer.read(into: packet) else { return nil }
        return timeBase * (packet.decodeTime ?? packet.presentationTime ?? 0)
    }
}

/// A packet where an array can hold it.
private final class PacketBox {
    let packet: Packet
    init() throws { packet = try Packet() }
}

/// Several files read as one: an init segment and its segments.
final class JoinedFiles: ByteReader {
    private let files: [RegularFile]
    /// Where each file starts, and the end of the last.
    private let starts: [Int]

    init(_ paths: [String]) throws {
        files = try paths.map { try RegularFile($0) }
        starts = files.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int($1.size)) }
    }

    var size: Int { starts[starts.count - 1] }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < size else { return 0 }
        let index = starts.partitioningIndex { $0 > offset } - 1
        return unsafe try files[index].read(at: Int64(offset - starts[index]), into: buffer)
    }
}
