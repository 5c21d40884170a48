/// The tracks of an init segment (ISO/IEC 23000-19, 7.3.1).
struct InitSegmentTracks: Codable, Sendable {
    struct Track: Codable, Sendable {
        enum Kind: String, Codable, Sendable { case video, audio, other }

        let kind: Kind
        /// In ticks per second, above 0.
        let timescale: Double
        /// `nil` if there is no sample entry.
        let description: SampleDescription?
        /// The size of video in `tkhd`, as displayed.
        let displaySize: VideoSize
        /// Of `trex`, in ticks.
        var defaultDuration: UInt64 = 0
        /// Of `trex`, in bytes.
        var defaultSize: UInt64 = 0
        /// The sample flags of `trex`.
        var defaultFlags: UInt64 = 0
    }

    private(set) var tracks: [UInt64: Track] = [:]

    /// - Returns: `nil`, with a finding, if the bytes are no init segment.
    init?(_ bytes: [UInt8], file: String, findings: inout FindingList) {
        let (boxes, invalid) = Box.all(in: bytes, 0..<bytes.count)
        if let invalid {
            findings.add(
                .boxSize, file, offset: Int64(invalid), "a box ends beyond the init segment")
        }
        guard let movie = boxes.first(where: { $0.type == "moov" }) else {
            findings.add(.initSegmentStructure, file, "no moov box")
            return nil
        }
        let (children, invalidChild) = Box.all(in: bytes, movie.payload)
        if let invalidChild {
            findings.add(.boxSize, file, offset: Int64(invalidChild), "a box ends beyond moov")
        }
        for box in children where box.type == "trak" {
            guard let (id, track) = Self.track(bytes, box) else {
                findings.add(
                    .initSegmentStructure, file, offset: Int64(box.start),
                    "a track without id or timescale")
                continue
            }
            tracks[id] = track
        }
        guard let extends = children.first(where: { $0.type == "mvex" }) else {
            findings.add(
                .initSegmentStructure, file, offset: Int64(movie.start), "moov has no mvex box")
            return nil
        }
        for box in Box.all(in: bytes, extends.payload).boxes where box.type == "trex" {
            var cursor = ByteCursor(bytes, box.payload)
            guard cursor.skip(4) != nil, let id = cursor.integer(4), cursor.skip(4) != nil,
                let duration = cursor.integer(4), let size = cursor.integer(4)
            else { continue }
            tracks[id]?.defaultDuration = duration
            tracks[id]?.defaultSize = size
            tracks[id]?.defaultFlags = cursor.integer(4) ?? 0
        }
        guard !tracks.isEmpty else {
            findings.add(.initSegmentStructure, file, "no valid track")
            return nil
        }
    }

    private static func track(_ bytes: [UInt8], _ box: Box) -> (UInt64, Track)? {
        let children = Box.all(in: bytes, box.payload).boxes
        guard let header = children.first(where: { $0.type == "tkhd" }),
            let media = children.first(where: { $0.type == "mdia" }),
            let id = field(bytes, header),
            let mediaHeader = Box.all(in: bytes, media.payload).boxes.first(where: {
                $0.type == "mdhd"
            }),
            let timescale = field(bytes, mediaHeader), id > 0, timescale > 0
        else { return nil }
        let kind = kind(bytes, media)
        let table = descendant(bytes, media, ["minf", "stbl", "stsd"])
        return (
            id,
            Track(
                kind: kind, timescale: Double(timescale),
                description: table.flatMap {
                    SampleDescription(bytes, $0, isVideo: kind == .video)
                },
                displaySize: displaySize(bytes, header))
        )
    }

    private static func kind(_ bytes: [UInt8], _ media: Box) -> Track.Kind {
        guard let handler = descendant(bytes, media, ["hdlr"]) else { return .other }
        var cursor = ByteCursor(bytes, handler.payload.dropFirst(8))
        switch cursor.fourCharacters() {
        case "vide": return .video
        case "soun": return .audio
        default: return .other
        }
    }

    private static func descendant(_ bytes: [UInt8], _ box: Box, _ path: [String]) -> Box? {
        path.reduce(Optional(box)) { parent, type in
            parent.flatMap { parent in
                Box.all(in: bytes, parent.payload).boxes.first { $0.type == type }
            }
        }
    }

    /// Returns the last fields of `tkhd`, exchanged if its matrix rotates by a right angle.
    private static func displaySize(_ bytes: [UInt8], _ header: Box) -> VideoSize {
        var cursor = ByteCursor(bytes, header.payload.suffix(44))
        let matrix = (0..<9).map { _ in cursor.integer(4) ?? 0 }
        let width = Int((cursor.integer(4) ?? 0) >> 16)
        let height = Int((cursor.integer(4) ?? 0) >> 16)
        let isRotated = matrix[0] == 0 && matrix[4] == 0
        return isRotated
            ? VideoSize(width: height, height: width) : VideoSize(width: width, height: height)
    }

    /// Returns the field after the times of creation and modification of `tkhd` and `mdhd`.
    private static func field(_ bytes: [UInt8], _ box: Box) -> UInt64? {
        var cursor = ByteCursor(bytes, box.payload)
        guard let version = cursor.integer(1), cursor.skip(3) != nil,
            cursor.skip(version == 1 ? 16 : 8) != nil
        else { return nil }
        return cursor.integer(4)
    }
}
