/// The first `moof` box of a byte range.
struct MovieFragment {
    /// The longest box that is read, in bytes.
    private static let longest: Int64 = 1 << 20
    /// The boxes that may precede it.
    private static let preceding = ["styp", "sidx", "prft", "emsg", "free", "skip"]

    private let bytes: [UInt8]
    private let payload: Range<Int>

    /// - Returns: `nil` if there are other boxes, or the box is not in the range.
    init?(_ file: MediaFile, _ range: Range<Int64>) {
        var offset = range.lowerBound
        while true {
            let header = file.bytes(at: offset, count: 8)
            var cursor = ByteCursor(header, 0..<header.count)
            guard let size = cursor.integer(4), let type = cursor.fourCharacters(), size >= 8,
                Int64(size) <= min(range.upperBound - offset, Self.longest)
            else { return nil }
            guard type == "moof" else {
                guard Self.preceding.contains(type) else { return nil }
                offset += Int64(size)
                continue
            }
            bytes = file.bytes(at: offset, count: Int(size))
            payload = 8..<bytes.count
            guard bytes.count == Int(size) else { return nil }
            return
        }
    }

    func tracks(_ known: InitSegmentTracks) -> [TrackFragment] {
        Box.all(in: bytes, payload).boxes.filter { $0.type == "traf" }
            .compactMap { TrackFragment(bytes, $0, tracks: known.tracks) }
    }
}
