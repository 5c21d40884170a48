/// A packed audio segment (RFC 8216, 3.4).
struct PackedAudioSegment: Codable, Sendable {
    /// The longest segment that is read, in bytes.
    private static let longest = 64 << 20
    private static let owner = "com.apple.streaming.transportStreamTimestamp"

    /// The timestamp of the first sample, in ticks of `TransportClock`.
    private(set) var start: Int64?
    /// In seconds; `nil` without audio frames.
    private(set) var duration: Double?
    private(set) var codec: MeasuredCodec?

    init(
        _ file: MediaFile, _ range: Range<Int64>, name: String, findings: inout FindingList
    ) {
        guard range.count <= Self.longest else {
            findings.add(.packedAudioFrames, name, "the segment has \(range.count) bytes")
            return
        }
        let bytes = file.bytes(at: range.lowerBound, count: range.count)
        var frames = 0
        if let tag = ID3Tag.frames(bytes) {
            start = Self.timestamp(bytes, tag)
            frames = tag.upperBound
        }
        if start == nil {
            findings.add(
                .packedAudioTimestamp, name, offset: range.lowerBound,
                "no ID3 PRIV frame with a timestamp at the beginning")
        }
        let content = bytes[min(frames, bytes.count)...]
        guard let audio = AudioFrames(content) else {
            findings.add(
                .packedAudioFrames, name, offset: range.lowerBound + Int64(frames),
                "no audio frame after the ID3 tag")
            return
        }
        if !audio.isComplete {
            findings.add(
                .packedAudioFrames, name, offset: range.lowerBound,
                "the segment has bytes between audio frames")
        }
        (duration, codec) = (audio.duration, MeasuredCodec(audio.codec))
    }

    private static func timestamp(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        var cursor = ByteCursor(bytes, range)
        while let id = cursor.fourCharacters(), let field = cursor.integer(4),
            cursor.skip(2) != nil
        {
            let start = cursor.position
            // The sizes of frames below 128 bytes are equal in all versions of ID3.
            guard cursor.skip(ID3Tag.size(field)) != nil else { return nil }
            let content = bytes[start..<cursor.position]
            guard id == "PRIV", content.starts(with: Self.owner.utf8),
                content.count == Self.owner.utf8.count + 9
            else { continue }
            var value = ByteCursor(bytes, (cursor.position - 8)..<cursor.position)
            return value.integer(8).flatMap { $0 < 1 << 33 ? Int64($0) : nil }
        }
        return nil
    }
}
