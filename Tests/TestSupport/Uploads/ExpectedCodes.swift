/// The codes of docs/codes.md that are required or forbidden by a corpus's entry about an upload.
public struct ExpectedCodes {
    /// Whether each code, or beginning of a code, is expected.
    public let table: [String: Bool]

    /// Computes the codes.
    ///
    /// - Parameter entry: The entry of an upload with video.
    public init(_ entry: CorpusEntry) {
        let squares = [nil, "1:1", "0:1"].contains(entry.sampleAspectRatio)
        table = [
            "ROTATED": entry.rotation ?? 0 != 0 || entry.mirrored ?? false,
            "ANAMORPHIC": !squares,
            "VFR": entry.vfr ?? false,
            "INTERLACED": entry.interlaced ?? false,
            "HDR_": entry.hdr ?? "none" != "none",
            "SIZE_CHANGES": entry.sizeChanges?.count ?? 0 > 1,
            "COVER_PICTURE": !(entry.attachedPictures ?? []).isEmpty,
            "LOCATION_REMOVED": entry.hasLocation ?? false,
            "NO_AUDIO": entry.audio?.isEmpty ?? false,
        ]
    }

    /// Returns missing and unexpected codes.
    public func problems(in codes: Set<String>) -> [String] {
        table.sorted { $0.key < $1.key }.compactMap { code, isExpected in
            let isPresent = codes.contains { $0.hasPrefix(code) }
            guard isPresent != isExpected else { return nil }
            return isExpected ? "\(code) is missing" : "\(code) is not expected"
        }
    }
}
