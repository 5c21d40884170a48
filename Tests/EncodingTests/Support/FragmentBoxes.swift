/// The sample table of a fragment of an MP4 (ISO/IEC 14496-12, 8.8).
struct FragmentBoxes {
    struct Sample: Hashable {
        let duration: Int
        let size: Int
        /// The presentation time minus the decode time.
        let offset: Int
    }

    let sequenceNumber: Int
    /// The decode time of the first sample, from `tfdt`.
    let decodeTime: Int
    let samples: [Sample]
    /// The types of the top-level boxes.
    let boxes: [String]
    /// The content of `mdat`.
    let media: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) {
        let top = Self.boxes(bytes)
        let fragment = Self.content("moof", in: bytes)
        let track = Self.content("traf", in: fragment)
        boxes = top.map(\.type)
        media = Array(Self.content("mdat", in: bytes))
        sequenceNumber = Self.number(Self.content("mfhd", in: fragment), at: 4, bytes: 4)
        let time = Self.content("tfdt", in: track)
        decodeTime = Self.number(time, at: 4, bytes: time.first == 1 ? 8 : 4)
        samples = Self.samples(
            Self.content("trun", in: track), header: Self.content("tfhd", in: track))
    }

    /// Returns the samples (8.8.7 and 8.8.8); values missing from the run come from the track's header.
    private static func samples(
        _ run: ArraySlice<UInt8>, header: ArraySlice<UInt8>
    ) -> [Sample] {
        let headerFlags = number(header, at: 0, bytes: 4) & 0xFF_FFFF
        var cursor = 8
        func optional(_ flag: Int, _ bytes: Int) -> Int {
            guard headerFlags & flag != 0 else { return 0 }
            defer { cursor += bytes }
            return number(header, at: cursor, bytes: bytes)
        }
        _ = (optional(1, 8), optional(2, 4))
        let (defaultDuration, defaultSize) = (optional(8, 4), optional(16, 4))

        let flags = number(run, at: 0, bytes: 4) & 0xFF_FFFF
        var position = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        func field(_ flag: Int, else value: Int) -> Int {
            guard flags & flag != 0 else { return value }
            defer { position += 4 }
            return number(run, at: position, bytes: 4)
        }
        return (0..<number(run, at: 4, bytes: 4)).map { _ in
            let duration = field(0x100, else: defaultDuration)
            let size = field(0x200, else: defaultSize)
            _ = field(0x400, else: 0)
            let offset = Int(Int32(truncatingIfNeeded: field(0x800, else: 0)))
            return Sample(duration: duration, size: size, offset: offset)
        }
    }

    static func boxes(
        _ bytes: ArraySlice<UInt8>
    ) -> [(type: String, content: ArraySlice<UInt8>)] {
        var rest = bytes
        var boxes: [(type: String, content: ArraySlice<UInt8>)] = []
        while rest.count >= 8 {
            let size = number(rest, at: 0, bytes: 4)
            guard size >= 8, size <= rest.count else { return boxes }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            boxes.append((type, rest.prefix(size).dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return boxes
    }

    private static func content(_ type: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        boxes(bytes).first { $0.type == type }?.content ?? []
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, bytes count: Int) -> Int
    {
        bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
