/// The tracks of an init segment (ISO/IEC 23000-19, 7.3.1).
struct InitSegmentTracks {
    struct Track {
        /// In ticks per second, above 0.
        let timescale: Double
        /// Of `trex`, in ticks.
        var defaultDuration: UInt64 = 0
        /// Of `trex`, in bytes.
        var defaultSize: UInt64 = 0
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
            }), let timescale = field(bytes, mediaHeader), id > 0, timescale > 0
        else { return nil }
        return (id, Track(timescale: Double(timescale)))
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
