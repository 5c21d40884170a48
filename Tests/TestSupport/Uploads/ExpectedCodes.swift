/// Codes of docs/codes.md that follow from what a corpus tells of an upload: those that must be there, and those that
/// must not.
public struct ExpectedCodes {
    /// For each governed code, or beginning of one, whether the info call for it.
    public let table: [String: Bool]

    /// - Parameter entry: Of an upload that has pictures.
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

    /// What is missing or too much.
    public func faults(in codes: Set<String>) -> [String] {
        table.sorted { $0.key < $1.key }.compactMap { code, isExpected in
            let isThere = codes.contains { $0.hasPrefix(code) }
            guard isThere != isExpected else { return nil }
            return isExpected ? "\(code) is missing" : "\(code), but nothing calls for it"
        }
    }
}
