import Foundation
import HLS
import LibAV
import MediaUnits

/// Reads a package from its folder.
struct PackageReader {
    let folder: String

    func read() throws -> PackageContents {
        let master = try MultivariantPlaylist(parsing: text("master.m3u8"))
        let tracks = master.variants.map(\.uri) + master.renditions.compactMap(\.uri)
        var playlists: [String: MediaPlaylist] = [:]
        for path in tracks + master.iFrameVariants.map(\.uri) {
            playlists[path] = try MediaPlaylist(parsing: text(path))
        }
        let files = try sizes()
        var measured: [String: MeasuredTrack] = [:]
        for path in Set(tracks) {
            guard let playlist = playlists[path] else { continue }
            measured[path] = try measure(playlist, at: path)
        }
        return PackageContents(
            files: files, multivariant: master, playlists: playlists, tracks: measured)
    }

    /// One file that is no package, as a track of a single segment.
    static func measure(file: String) throws -> MeasuredTrack {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let (segment, codec, size) = try demux(bytes, name: file, count: bytes.count)
        return MeasuredTrack(segments: [segment], codec: codec, size: size)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    }

    private func sizes() throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            sizes[path] = (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
        return sizes
    }

    private func measure(_ playlist: MediaPlaylist, at path: String) throws -> MeasuredTrack {
        let head = try playlist.initialization.map {
            try part($0.byteRange, of: PackageContents.path($0.uri, from: path))
        }
        var track = MeasuredTrack(segments: [], codec: nil, size: nil)
        for segment in playlist.segments {
            let file = PackageContents.path(segment.uri, from: path)
            // What the playlist names and is not there is told by the checks.
            guard let body = try? part(segment.byteRange, of: file), !body.isEmpty else { continue }
            let (measured, codec, size) = try Self.demux(
                (head ?? []) + body, name: file, count: body.count)
            track.segments.append(measured)
            track.codec = track.codec ?? codec
            track.size = track.size ?? size
        }
        return track
    }

    private func part(_ range: Range<Int>?, of file: String) throws -> [UInt8] {
        let all = try bytes(file)
        return range.map { Array(all[$0.clamped(to: 0..<all.count)]) } ?? all
    }

    private static func demux(
        _ bytes: [UInt8], name: String, count: Int
    ) throws -> (MeasuredSegment, codec: String?, size: Resolution?) {
        let demuxer = try Demuxer(MemoryReader(bytes), name: name, analyse: true) {
            Task.isCancelled
        }
        let streams = demuxer.streams
        let pictures = streams.first { $0.kind == .video }
        guard let stream = pictures ?? streams.first else {
            throw TrialFault(description: "\(name) holds neither pictures nor sound")
        }
        demuxer.select([stream.index])
        var (starts, ends, keys): ([Int], [Int], [Int]) = ([], [], [])
        var (size, startsWithKey, longest) = (0, false, 0)
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            guard let time = packet.presentationTime ?? packet.decodeTime else { continue }
            if starts.isEmpty { startsWithKey = packet.isKey }
            starts.append(time)
            ends.append(time + packet.duration)
            longest = max(longest, packet.duration)
            size += packet.byteCount
            if packet.isKey { keys.append(time) }
        }
        func seconds(_ ticks: Int) -> Rational { stream.timeBase * ticks }
        let segment = MeasuredSegment(
            bytes: count, pictureBytes: pictures == nil ? 0 : size,
            start: seconds(starts.min() ?? 0), end: seconds(ends.max() ?? 0),
            tick: max(seconds(longest), Rational(1, 1000)),
            keyframes: pictures == nil ? [] : keys.map(seconds),
            startsWithKeyframe: pictures == nil || startsWithKey)
        let configuration = demuxer.configuration(of: stream.index)
        return (segment, codec(stream, configuration), pictures?.size)
    }

    /// What the parameter sets of a stream of pictures say.
    private static func codec(_ stream: StreamInfo, _ configuration: [UInt8]) -> String? {
        switch stream.codec {
        case "h264":
            CodecString.avc(configuration: configuration)
                ?? CodecString.avc(annexB: configuration)
        case "hevc": CodecString.hevc(configuration: configuration)
        default: nil
        }
    }
}

/// Bytes that a demuxer reads.
private final class MemoryReader: ByteReader {
    private let bytes: [UInt8]
    var size: Int { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes.dropFirst(offset).prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        return part.count
    }
}

/// Why a trial could not look at what was made.
struct TrialFault: Error, CustomStringConvertible {
    let description: String
}
