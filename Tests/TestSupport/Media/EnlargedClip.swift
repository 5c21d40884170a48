public import Foundation

/// A copy of an H.264 clip in MP4 whose frames are as large as those of a film, with its index at the end.
///
/// Each frame has one more NAL unit of a type that decoders ignore. These units are holes of the file, which takes little space.
public enum EnlargedClip {
    /// Writes the copy.
    ///
    /// - Parameters:
    ///   - clip: An MP4 file without fragments, whose NAL units have lengths of four bytes.
    ///   - byteCount: The least size of the copy.
    ///   - file: The copy.
    /// - Throws: An error of Foundation.
    public static func write(_ clip: Data, byteCount: Int, to file: URL) throws {
        let boxes = Box.parse(clip)
        let index = boxes.first { $0.type == "moov" } ?? Box("moov")
        let tables = index.children.filter { $0.type == "trak" }.map(SampleTable.init)
        let frameCount = tables.filter(\.isVideo).reduce(0) { $0 + $1.samples.count }
        let filler = max(0, byteCount - clip.count) / max(1, frameCount) + 8

        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        let type = boxes.first { $0.type == "ftyp" }?.serialized ?? Data()
        let start = type.count
        var offset = start + 16
        var places = tables.map { _ in [(offset: Int, size: Int)]() }
        let samples = tables.indices.flatMap { table in
            tables[table].samples.map { (table: table, range: $0) }
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        for sample in samples {
            try output.seek(toOffset: UInt64(offset))
            try output.write(contentsOf: clip[sample.range])
            var size = sample.range.count
            if tables[sample.table].isVideo {
                try output.write(contentsOf: big(filler - 4, bytes: 4))
                size += filler
            }
            places[sample.table].append((offset, size))
            offset += size
        }
        for (table, places) in zip(tables, places) { table.replace(places) }
        try output.seek(toOffset: UInt64(offset))
        try output.write(contentsOf: index.serialized)
        try output.seek(toOffset: 0)
        try output.write(
            contentsOf: type + big(1, bytes: 4) + Data("mdat".utf8) + big(offset - start, bytes: 8))
        try output.close()
    }

    fileprivate static func big(_ value: Int, bytes: Int) -> Data {
        Data((0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
}

/// A box (ISO/IEC 14496-12, 4.2) with other boxes or with content.
private final class Box {
    var type: String
    var content = Data()
    var children: [Box] = []

    private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl"]

    init(_ type: String) { self.type = type }

    static func parse(_ data: Data) -> [Box] {
        var boxes: [Box] = []
        var rest = data
        while rest.count >= 8 {
            let size = rest.number(at: 0)
            guard size >= 8, size <= rest.count else { break }
            let box = Box(String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self))
            let content = rest.prefix(size).dropFirst(8)
            if containers.contains(box.type) {
                box.children = parse(content)
            } else {
                box.content = content
            }
            boxes.append(box)
            rest = rest.dropFirst(size)
        }
        return boxes
    }

    var serialized: Data {
        let all = children.reduce(content) { $0 + $1.serialized }
        return EnlargedClip.big(all.count + 8, bytes: 4) + Data(type.utf8) + all
    }

    func first(_ types: String...) -> Box? {
        if types.contains(type) { return self }
        for child in children {
            for type in types { if let found = child.first(type) { return found } }
        }
        return nil
    }
}

/// The sample tables of a track (ISO/IEC 14496-12, 8.7).
private struct SampleTable {
    private let track: Box
    let isVideo: Bool
    /// The ranges of the samples in the file.
    let samples: [Range<Int>]

    init(_ track: Box) {
        self.track = track
        isVideo = track.first("hdlr")?.content.dropFirst(8).prefix(4) == Data("vide".utf8)
        let sizes = track.first("stsz")?.content ?? Data()
        let chunks = track.first("stco", "co64")
        let width = chunks?.type == "co64" ? 8 : 4
        let offsets = chunks?.content ?? Data()
        let runs = track.first("stsc")?.content ?? Data()
        let uniform = sizes.number(at: 4)
        let sampleCount = sizes.number(at: 8)
        var (samples, run) = ([Range<Int>](), 0)
        for chunk in 0..<offsets.number(at: 4) {
            if run + 1 < runs.number(at: 4), chunk + 1 >= runs.number(at: 8 + 12 * (run + 1)) {
                run += 1
            }
            var offset = offsets.number(at: 8 + width * chunk, bytes: width)
            for _ in 0..<runs.number(at: 8 + 12 * run + 4) where samples.count < sampleCount {
                let size = uniform > 0 ? uniform : sizes.number(at: 12 + 4 * samples.count)
                samples.append(offset..<offset + size)
                offset += size
            }
        }
        self.samples = samples
    }

    /// Replaces the tables by those of samples with one chunk each.
    func replace(_ places: [(offset: Int, size: Int)]) {
        func list(_ header: [Int], _ numbers: [Int], bytes: Int) -> Data {
            numbers.reduce(header.reduce(Data()) { $0 + EnlargedClip.big($1, bytes: 4) }) {
                $0 + EnlargedClip.big($1, bytes: bytes)
            }
        }
        track.first("stsz")?.content = list([0, 0, places.count], places.map(\.size), bytes: 4)
        track.first("stsc")?.content = list([0, 1], [1, 1, 1], bytes: 4)
        let chunks = track.first("stco", "co64")
        chunks?.type = "co64"
        chunks?.content = list([0, places.count], places.map(\.offset), bytes: 8)
    }
}

extension Data {
    /// Reads a big-endian number at a distance from the first byte; 0 beyond the end.
    fileprivate func number(at distance: Int, bytes: Int = 4) -> Int {
        dropFirst(distance).prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
    }
}
